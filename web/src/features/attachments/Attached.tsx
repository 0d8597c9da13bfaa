import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { FileLine, UploadLine } from "../files/FileLines.tsx";
import styles from "./attachments.module.css";
import type { Attachments } from "./useAttachments.ts";

/** The files of what is being written, each to be taken off, and those on their way. */
export function Attached({ of }: { of: Attachments }) {
  const t = useT();
  const format = useFormat();
  const { files, uploads, lost, refusal, detach, retry, cancel } = of;
  return (
    <>
      {files.length + uploads.length > 0 && (
        <ul className={styles.attached} aria-label={t("files.attached")}>
          {files.map((file) => (
            <li key={file.fileId} className={styles.chip}>
              <FileLine file={file} onTakeOff={() => detach(file)} />
            </li>
          ))}
          {uploads.map((upload) => (
            <li key={upload.id} className={styles.chip} data-failed={upload.error ? true : undefined}>
              <UploadLine upload={upload} onRetry={() => retry(upload)} onCancel={() => cancel(upload.id)} />
            </li>
          ))}
        </ul>
      )}
      {refusal !== undefined && (
        <p className={styles.refusal} role="alert">
          <Icon of={errorCircle} />
          {refusal}
        </p>
      )}
      {lost.length > 0 && (
        <p className={styles.lost} role="status">
          {t("files.lost", { names: format.list(lost), count: lost.length })}
        </p>
      )}
    </>
  );
}
