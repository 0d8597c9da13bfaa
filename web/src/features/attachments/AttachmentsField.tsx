import { useId, useRef } from "react";
import { useT } from "../../lib/i18n.tsx";
import { AttachButton } from "./AttachButton.tsx";
import { Attached } from "./Attached.tsx";
import styles from "./attachments.module.css";
import type { Attachments } from "./useAttachments.ts";
import { useFileDrop } from "./useFileDrop.ts";

/** Files in a form: chosen, pasted, or dropped on it. */
export function AttachmentsField({ of, errorMessage }: { of: Attachments; errorMessage?: string | undefined }) {
  const t = useT();
  const labelId = useId();
  // The whole form or panel: one pastes where one writes.
  const around = useRef<HTMLElement>(null);
  const isOver = useFileDrop(around, of.attach);
  if (!of.attach && of.files.length === 0) return null;
  return (
    <div
      ref={(node) => {
        around.current = node?.closest<HTMLElement>("form, aside") ?? node;
      }}
      className={styles.field}
      role="group"
      aria-labelledby={labelId}
      data-over={isOver || undefined}
    >
      <span id={labelId} className={styles.label}>
        {t("files.attached")}
      </span>
      <Attached of={of} />
      {errorMessage !== undefined && (
        <p className={styles.refusal} role="alert">
          {errorMessage}
        </p>
      )}
      {of.attach && (
        <div className={styles.offer}>
          <AttachButton onFiles={of.attach} />
          <span className={styles.hint}>{t("files.drop")}</span>
        </div>
      )}
    </div>
  );
}
