import type { BulkPreview } from "@kartis/core/bulk/schema.ts";
import type { ReactNode } from "react";
import { errorMessage, type AppError } from "../../../lib/errors.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import styles from "./EditFieldsDialog.module.css";
import { PreviewOfChange, type PreviewOfChangeProps } from "./PreviewOfChange.tsx";

interface PreviewDialogProps extends Omit<PreviewOfChangeProps, "preview"> {
  title: string;
  /** Undefined until it is there. */
  preview: BulkPreview | undefined;
  error: AppError | undefined;
  /** Names the button that does it. */
  apply: string;
  isDirty?: boolean;
  /** Below the preview: what else there is to know or to choose. */
  note?: ReactNode;
  /** Button that leads back; without it the dialog is left by canceling. */
  footerStart?: ReactNode;
  onClose: () => void;
  onChange: () => void;
}

/** Preview of a bulk change, before it is made. */
export function PreviewDialog({
  title,
  preview,
  error,
  apply,
  isDirty = false,
  note,
  footerStart,
  onClose,
  onChange,
  ...shown
}: PreviewDialogProps) {
  const t = useT();
  return (
    <Dialog
      isOpen
      title={title}
      size={760}
      isDirty={isDirty}
      onClose={onClose}
      footerStart={footerStart}
      footer={
        <>
          {!footerStart && (
            <Button size={32} onPress={onClose}>
              {t("common.cancel")}
            </Button>
          )}
          <Button
            // A button that cannot be pressed yet does not take the focus.
            key={preview ? "there" : "awaited"}
            size={32}
            variant="primary"
            isDisabled={!preview || preview.changing === 0}
            onPress={onChange}
            // The preview is on the screen; Enter confirms it.
            autoFocus
          >
            {apply}
          </Button>
        </>
      }
    >
      {error ? (
        <p className={styles.error} role="alert">
          {errorMessage(error)}
        </p>
      ) : preview ? (
        <>
          <PreviewOfChange preview={preview} {...shown} />
          {note}
        </>
      ) : (
        <SkeletonRows rows={6} columns={["1fr", "1fr", "1fr"]} />
      )}
    </Dialog>
  );
}
