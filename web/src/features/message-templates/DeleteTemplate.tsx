import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { useSaving } from "../settings/useSaving.ts";
import { refreshTemplates, type Template } from "./templates.ts";

interface DeleteTemplateProps {
  id: Template["id"];
  name: string;
  /** The text of Kartis comes back. */
  isReset: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function DeleteTemplate({ id, name, isReset, onClose, onDone }: DeleteTemplateProps) {
  const t = useT();
  const { isPending, submit } = useSaving(async () => {
    await client.templates.remove.mutate({ templateId: id });
    onClose();
    onDone();
    await refreshTemplates();
  });
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={onClose}
      title={isReset ? t("messageTemplates.reset.title", { name }) : t("messageTemplates.delete.title", { name })}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button size={32} variant="danger" isPending={isPending} onPress={() => void submit()}>
            {isReset ? t("messageTemplates.reset") : t("messageTemplates.delete")}
          </Button>
        </>
      }
    >
      <p>{isReset ? t("messageTemplates.reset.message") : t("messageTemplates.delete.message")}</p>
    </Dialog>
  );
}
