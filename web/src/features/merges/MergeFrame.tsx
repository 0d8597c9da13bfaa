import { type ReactNode, useState } from "react";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import styles from "./merges.module.css";

interface MergeFrameProps {
  /** Names the dialog and its button. */
  title: string;
  isDirty?: boolean;
  /** Why what would come of it cannot be shown. */
  error: unknown;
  /** Merges or unmerges, and closes. A failure is reported here. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** What would come of it; undefined until it is known. */
  children: ReactNode | undefined;
}

/** A dialog that shows what would come of a merge or an unmerge before it is done. */
export function MergeFrame({ title, isDirty = false, error, onConfirm, onClose, children }: MergeFrameProps) {
  const t = useT();
  const [isPending, setPending] = useState(false);

  async function confirm() {
    setPending(true);
    try {
      await onConfirm();
    } catch (failure) {
      reportFailure(failure);
      setPending(false);
    }
  }

  return (
    <Dialog
      isOpen
      size={760}
      title={title}
      isDirty={isDirty}
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            size={32}
            variant="primary"
            isDisabled={children === undefined}
            isPending={isPending}
            pendingLabel={t("common.saving")}
            onPress={() => void confirm()}
          >
            {title}
          </Button>
        </>
      }
    >
      {error ? (
        <p role="alert">{errorMessage(toAppError(error))}</p>
      ) : (
        (children ?? <SkeletonRows rows={6} columns={["1fr", "1fr", "1fr"]} />)
      )}
    </Dialog>
  );
}

/** The cards beside one another, field by field. */
export function Comparison({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
