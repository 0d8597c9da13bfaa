import { isImageType } from "@kartis/core/files/rules.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { FileIcon } from "../files/FileIcon.tsx";
import { FileLink } from "../files/FileLinks.tsx";
import { Lightbox } from "../files/Lightbox.tsx";
import { sizeText } from "../../lib/size-text.ts";
import styles from "./attachments.module.css";

/** The files of something that was written: pictures as themselves, the others as lines with their size. */
export function AttachedFiles({ files }: { files: readonly FileReference[] }) {
  const t = useT();
  const format = useFormat();
  const [opened, setOpened] = useState<string>();
  const isPicture = ({ mime }: FileReference) => isImageType(mime);
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  return (
    <div className={styles.files} role="group" aria-label={t("files.attached")}>
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map((file) => (
            <li key={file.fileId}>
              <Button
                className={styles.picture ?? ""}
                aria-label={t("files.open", { name: file.name })}
                onPress={() => setOpened(file.fileId)}
              >
                <FileIcon file={file} size={72} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={styles.rows}>
          {others.map((file) => (
            <li key={file.fileId} className={styles.row}>
              <FileLink file={file} onOpen={() => undefined} />
              <span className={styles.size}>
                <Num>{sizeText(format, file.bytes)}</Num>
              </span>
            </li>
          ))}
        </ul>
      )}
      {opened && <Lightbox images={pictures} opened={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
