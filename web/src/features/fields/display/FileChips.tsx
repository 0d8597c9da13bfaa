import { isImageType } from "@kartis/core/files/rules.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import { later } from "../../../lib/later.tsx";
import { withWords } from "../../../lib/i18n.tsx";
import { asFiles } from "../../records/file-values.ts";
import { FileIcon } from "../../files/FileIcon.tsx";
import styles from "./Display.module.css";

const FileLinks = later(() => withWords(["files"], import("../../files/FileLinks.tsx")).then((module) => module.FileLinks));

/** Number of files that fit in a cell: pictures side by side, others by name. */
const shownIn = { images: 4, files: 2 };

/** Files in a cell; on the card each opens. */
export function FileChips({ value, place }: { value: unknown; place: "cell" | "card" }) {
  const files = asFiles(value);
  if (place === "card") return <FileLinks files={files} />;
  const arePictures = files.every((file) => isImageType(file.mime));
  const shown = files.slice(0, arePictures ? shownIn.images : shownIn.files);
  return (
    <span className={styles.tokens}>
      {shown.map((file) => (
        <Chip key={file.fileId} file={file} hasName={!arePictures || files.length === 1} />
      ))}
      {files.length > shown.length && <span className={styles.rest}>+{files.length - shown.length}</span>}
    </span>
  );
}

function Chip({ file, hasName }: { file: FileReference; hasName: boolean }) {
  return (
    <span className={styles.who} title={file.name} {...(hasName ? {} : { role: "img", "aria-label": file.name })}>
      <FileIcon file={file} />
      {hasName && <bdi className={styles.text}>{file.name}</bdi>}
    </span>
  );
}
