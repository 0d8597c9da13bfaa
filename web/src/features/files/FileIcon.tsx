import archive from "@fluentui/svg-icons/icons/folder_zip_16_regular.svg?icon";
import document from "@fluentui/svg-icons/icons/document_16_regular.svg?icon";
import image from "@fluentui/svg-icons/icons/image_16_regular.svg?icon";
import media from "@fluentui/svg-icons/icons/video_clip_16_regular.svg?icon";
import pdf from "@fluentui/svg-icons/icons/document_pdf_16_regular.svg?icon";
import table from "@fluentui/svg-icons/icons/table_16_regular.svg?icon";
import { type FileKind, fileKindOf, isImageType } from "@kartis/core/files/rules.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import { Icon, type IconShape } from "../../ui/display/Icon.tsx";
import styles from "./FileIcon.module.css";
import { inlineUrl } from "../records/file-values.ts";

const icons: Readonly<Record<FileKind, IconShape>> = {
  image,
  pdf,
  document,
  table,
  text: document,
  media,
  archive,
  other: document,
};

/** A picture as itself, anything else as the icon of its kind; of a fixed size, so that nothing moves when it arrives. */
export function FileIcon({ file, size = 20 }: { file: Pick<FileReference, "fileId" | "mime">; size?: 20 | 32 | 72 }) {
  return (
    <span className={styles.tile} data-size={size} data-image={isImageType(file.mime) || undefined}>
      {isImageType(file.mime) ? (
        <img src={inlineUrl(file.fileId)} alt="" width={size} height={size} loading="lazy" decoding="async" draggable={false} />
      ) : (
        <Icon of={icons[fileKindOf(file.mime)]} />
      )}
    </span>
  );
}
