import type { Translate } from "@kartis/i18n/translate.ts";
import type { LayoutGroup } from "../draft.ts";

export const nameOf = (group: LayoutGroup, t: Translate): string => group.title || t("cardTypes.layout.untitled");

/** The groups with fields put into one of them before another field (null: last), or taken out of all (`groupId` null). A field is in one group at most. */
export function placed(
  groups: readonly LayoutGroup[],
  fieldIds: readonly string[],
  groupId: string | null,
  beforeId: string | null,
): LayoutGroup[] {
  return groups.map((group) => {
    const rest = group.fieldIds.filter((id) => !fieldIds.includes(id));
    if (group.id !== groupId) return { ...group, fieldIds: rest };
    const at = beforeId === null ? -1 : rest.indexOf(beforeId);
    return { ...group, fieldIds: rest.toSpliced(at === -1 ? rest.length : at, 0, ...fieldIds) };
  });
}
