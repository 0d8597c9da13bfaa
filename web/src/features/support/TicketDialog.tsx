import { descriptionLength, titleLength } from "@kartis/core/support/rules.ts";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { TextArea } from "../../ui/inputs/TextArea.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import styles from "./TicketDialog.module.css";

const bounds = { title: titleLength, description: descriptionLength } as const;
type FieldName = keyof typeof bounds;

/** SPEC section 5: required and trimmed; length limits show while typing, missing values only after sending. */
function problemOf(name: FieldName, value: string, isSent: boolean): MessageKey | undefined {
  if (value.trim().length > bounds[name]) return "support.tooLong";
  return isSent && value.trim() === "" ? "validation.required" : undefined;
}

interface TicketDialogProps {
  title: string;
  /** What it begins with; the rest is written after it. */
  description?: string;
  onClose: () => void;
}

/** A support ticket (SPEC sections 4, 5 and 8). Unsaved words survive a press outside; Escape closes. */
export function TicketDialog({ title, description = "", onClose }: TicketDialogProps) {
  const t = useT();
  const [values, setValues] = useState<Record<FieldName, string>>({ title, description });
  const [isSent, setSent] = useState(false);
  const send = useMutation(
    trpc.support.create.mutationOptions({
      meta: { quiet: true },
      onSuccess() {
        onClose();
        showToast({ tone: "success", title: t("support.sent.title"), message: t("support.sent.message") });
      },
      onError: () => showToast({ tone: "error", title: t("support.failed.title"), message: t("support.failed.message") }),
    }),
  );

  function errorOf(name: FieldName): string | undefined {
    const key = problemOf(name, values[name], isSent);
    return key && t(key, { max: bounds[name], length: values[name].trim().length });
  }
  function submit() {
    setSent(true);
    if (send.isPending || (problemOf("title", values.title, true) ?? problemOf("description", values.description, true))) return;
    send.mutate({ title: values.title, description: values.description, page: location.pathname });
  }
  const fieldProps = (name: FieldName) => ({
    name,
    label: t(`support.${name}`),
    value: values[name],
    isRequired: true,
    onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
    errorMessage: errorOf(name),
  });

  return (
    <Dialog
      title={t("common.contactUs")}
      isOpen
      onClose={onClose}
      isDirty={values.title !== title || values.description !== description}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button size={32} variant="primary" isPending={send.isPending} pendingLabel={t("support.sending")} onPress={submit}>
            {t("support.send")}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField {...fieldProps("title")} autoFocus={description === ""} />
        <TextArea
          {...fieldProps("description")}
          autoFocus={description !== ""}
          rows={4}
          maxRows={5}
          onFocus={({ target }) => {
            // What it begins with is written on.
            if (target instanceof HTMLTextAreaElement && target.value === description)
              target.setSelectionRange(description.length, description.length);
          }}
        />
      </form>
    </Dialog>
  );
}
