import attach from "@fluentui/svg-icons/icons/attach_16_regular.svg?icon";
import { maxFileMegabytes } from "@kartis/core/files/rules.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import type { ReactNode } from "react";
import { DropZone } from "react-aria-components/DropZone";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { FileLine, UploadLine } from "./FileLines.tsx";
import styles from "./files.module.css";
import type { Upload } from "./useUploads.ts";

const imageEndings = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];

interface DropAreaProps {
  label: string;
  imagesOnly: boolean;
  /** More than one at once. */
  many: boolean;
  isFull?: boolean;
  onFiles: (files: readonly File[]) => void;
  children?: ReactNode;
}

/** Files are dropped, pasted or chosen here. */
export function DropArea({ label, imagesOnly, many, isFull = false, onFiles, children }: DropAreaProps) {
  const t = useT();
  return (
    <DropZone
      className={styles.drop ?? ""}
      aria-label={label}
      isDisabled={isFull}
      onDrop={(event) => {
        const files = event.items.flatMap((item) => (item.kind === "file" ? [item.getFile()] : []));
        Promise.all(files).then((all) => onFiles(many ? all : all.slice(0, 1)), reportFailure);
      }}
    >
      {children}
      <div className={styles.dropRow}>
        <FileTrigger
          allowsMultiple={many}
          {...(imagesOnly ? { acceptedFileTypes: imageEndings } : {})}
          onSelect={(files) => onFiles([...(files ?? [])])}
        >
          <Button icon={attach} isDisabled={isFull}>
            {t(imagesOnly ? "files.addImages" : "files.add")}
          </Button>
        </FileTrigger>
        <span className={styles.quiet}>
          <span className={styles.byMouse}>{t(imagesOnly ? "files.dropImages" : "files.drop")} · </span>
          {t("files.limit", { size: maxFileMegabytes })}
        </span>
      </div>
    </DropZone>
  );
}

/** Files as they stand on a value, each to be taken off. */
export function HeldFiles({ files, onRemove }: { files: readonly FileReference[]; onRemove: (file: FileReference) => void }) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.held}>
      {files.map((file) => (
        <li key={file.fileId} className={styles.row}>
          <FileLine file={file} onTakeOff={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  );
}

interface RunningProps {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onCancel: (id: number) => void;
}

/** Files on their way up, with their progress or what went wrong. */
export function RunningUploads({ uploads, onRetry, onCancel }: RunningProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className={styles.held}>
      {uploads.map((upload) => (
        <li key={upload.id} className={styles.row}>
          <UploadLine upload={upload} onRetry={() => onRetry(upload)} onCancel={() => onCancel(upload.id)} />
        </li>
      ))}
    </ul>
  );
}
