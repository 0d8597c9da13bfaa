import { useState } from "react";
import { reportFailure } from "../../lib/failures.ts";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

interface AskDialogProps {
  title: string;
  action: string;
  text: string;
  isDanger?: boolean;
  onClose: () => void;
  onSubmit: () => Promise<unknown>;
}

/** Asks for confirmation before the action. */
export function AskDialog({ title, action, text, isDanger, onClose, onSubmit }: AskDialogProps) {
  const [isPending, setPending] = useState(false);
  function submit() {
    setPending(true);
    onSubmit().then(onClose, (failure: unknown) => {
      setPending(false);
      reportFailure(failure);
    });
  }
  return (
    <FormDialog
      title={title}
      action={action}
      isAlert
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
      {...(isDanger ? { isDanger } : {})}
    >
      <p>{text}</p>
    </FormDialog>
  );
}
