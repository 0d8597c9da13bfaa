import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import retryIcon from "@fluentui/svg-icons/icons/arrow_sync_16_regular.svg?icon";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { FileIcon } from "../files/FileIcon.tsx";
import { sizeText } from "../files/size-text.ts";
import type { Upload } from "../files/useUploads.ts";
import styles from "./attachments.module.css";
import type { Attachments } from "./useAttachments.ts";

/** The files of what is being written, each to be taken off, and those on their way. */
export function Attached({ of }: { of: Attachments }) {
  const t = useT();
  const format = useFormat();
  const { files, uploads, lost, refusal, detach } = of;
  return (
    <>
      {files.length + uploads.length > 0 && (
        <ul className={styles.attached} aria-label={t("files.attached")}>
          {files.map((file) => (
            <li key={file.fileId} className={styles.chip}>
              <FileIcon file={file} size={32} />
              <span className={styles.what}>
                <bdi className={styles.name}>{file.name}</bdi>
                <span className={styles.size}>
                  <Num>{sizeText(format, file.bytes)}</Num>
                </span>
              </span>
              <IconButton icon={dismiss} size={24} label={t("files.takeOff", { name: file.name })} onPress={() => detach(file)} />
            </li>
          ))}
          {uploads.map((upload) => (
            <Running key={upload.id} upload={upload} of={of} />
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

function Running({ upload, of: { retry, cancel } }: { upload: Upload; of: Attachments }) {
  const t = useT();
  const { name } = upload.file;
  return (
    <li className={styles.chip} data-failed={upload.error ? true : undefined}>
      <span className={styles.what}>
        <bdi className={styles.name}>{name}</bdi>
        {upload.error === undefined ? (
          <ProgressBar aria-label={t("files.uploading", { name })} value={upload.ratio * 100} />
        ) : (
          <span className={styles.error} role="alert">
            {upload.error}
          </span>
        )}
      </span>
      {upload.error !== undefined && !upload.isFinal && (
        <IconButton icon={retryIcon} size={24} label={t("files.retry", { name })} onPress={() => retry(upload)} />
      )}
      <IconButton
        icon={dismiss}
        size={24}
        label={upload.error === undefined ? t("files.cancel", { name }) : t("files.takeOff", { name })}
        onPress={() => cancel(upload.id)}
      />
    </li>
  );
}
