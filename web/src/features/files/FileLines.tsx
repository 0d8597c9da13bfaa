import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import retryIcon from "@fluentui/svg-icons/icons/arrow_sync_16_regular.svg?icon";
import type { FileReference } from "@kartis/core/files/schema.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { FileIcon } from "./FileIcon.tsx";
import styles from "./FileLines.module.css";
import { sizeText } from "../../lib/size-text.ts";
import type { Upload } from "./useUploads.ts";

/** Content of a row or chip for an attached file, with the button that removes it. */
export function FileLine({ file, onTakeOff }: { file: FileReference; onTakeOff: () => void }) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <FileIcon file={file} size={32} />
      <span className={styles.what}>
        <bdi className={styles.name}>{file.name}</bdi>
        <Num>{sizeText(format, file.bytes)}</Num>
      </span>
      <IconButton icon={dismiss} size={24} label={t("files.takeOff", { name: file.name })} onPress={onTakeOff} />
    </>
  );
}

interface UploadLineProps {
  upload: Upload;
  onRetry: () => void;
  onCancel: () => void;
}

/** Content of a row or chip for a running upload: its progress, or the error. */
export function UploadLine({ upload: { file, ratio, error, isFinal }, onRetry, onCancel }: UploadLineProps) {
  const t = useT();
  const { name } = file;
  return (
    <>
      <span className={styles.what}>
        <bdi className={styles.name}>{name}</bdi>
        {error === undefined ? (
          <ProgressBar aria-label={t("files.uploading", { name })} value={ratio * 100} />
        ) : (
          <span className={styles.error} role="alert">
            <Icon of={errorCircle} />
            {error}
          </span>
        )}
      </span>
      {error !== undefined && !isFinal && (
        <IconButton icon={retryIcon} size={24} label={t("files.retry", { name })} onPress={onRetry} />
      )}
      <IconButton
        icon={dismiss}
        size={24}
        label={t(error === undefined ? "files.cancel" : "files.takeOff", { name })}
        onPress={onCancel}
      />
    </>
  );
}
