import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TextField } from "../../../ui/TextField.tsx";

/** The word that the spec wants typed; it is not translated, so that it is the same for everybody. */
const word = "delete";

interface DeleteAllDialogProps {
  count: number;
  onClose: () => void;
  onDelete: () => void;
}

export function DeleteAllDialog({ count, onClose, onDelete }: DeleteAllDialogProps) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const title = t("cards.deleteAll.title", { count });
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button size={32} variant="danger" isDisabled={typed !== word} onPress={onDelete}>
            {title}
          </Button>
        </>
      }
    >
      <p>{t("cards.deleteAll.message")}</p>
      <TextField
        label={t("cards.deleteAll.type", { word })}
        value={typed}
        onChange={setTyped}
        textDirection="ltr"
        autoFocus
        autoComplete="off"
      />
    </Dialog>
  );
}
