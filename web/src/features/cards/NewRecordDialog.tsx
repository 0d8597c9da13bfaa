export function NewRecordDialog(_: { isOpen: boolean; typeId?: string | undefined; onClose: () => void }) {
  return null;
}
