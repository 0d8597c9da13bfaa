import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";

/** The word that the spec wants typed; it is not translated, so that it is the same for everybody. */
const word = "delete";

interface TypedDeleteDialogProps {
  /** Names the button as well. */
  title: string;
  message: string;
  isPending?: boolean;
  onClose: () => void;
  onDelete: () => void;
}

/** Asks for the word before much, or for good, is deleted. */
export function TypedDeleteDialog({ title, message, isPending = false, onClose, onDelete }: TypedDeleteDialogProps) {
  const t = useT();
  const [typed, setTyped] = useState("");
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
          <Button size={32} variant="danger" isDisabled={typed !== word} isPending={isPending} onPress={onDelete}>
            {title}
          </Button>
        </>
      }
    >
      <p>{message}</p>
      <TextField
        label={t("cards.deleteAll.type", { word })}
        value={typed}
        onChange={setTyped}
        onKeyDown={({ key }) => key === "Enter" && typed === word && !isPending && onDelete()}
        textDirection="ltr"
        autoFocus
        autoComplete="off"
      />
    </Dialog>
  );
}
