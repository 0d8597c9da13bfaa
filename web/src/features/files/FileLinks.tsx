import { isImageType, isInlineType } from "@kartis/core/files/rules.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useT } from "../../lib/i18n.tsx";
import { downloadUrl, inlineUrl } from "../records/file-values.ts";
import { FileIcon } from "./FileIcon.tsx";
import styles from "./files.module.css";
import { Lightbox } from "./Lightbox.tsx";

/** Files that open: pictures over the page, what a browser shows in a tab of its own, the rest as a download. */
export function FileLinks({ files }: { files: readonly FileReference[] }) {
  const [opened, setOpened] = useState<string>();
  const images = files.filter((file) => isImageType(file.mime));
  return (
    <span className={styles.links}>
      {files.map((file) => (
        <FileLink key={file.fileId} file={file} onOpen={() => setOpened(file.fileId)} />
      ))}
      {opened && <Lightbox images={images} opened={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />}
    </span>
  );
}

/** One file by its name: opens, or downloads what cannot be shown. */
export function FileLink({ file, onOpen }: { file: FileReference; onOpen: () => void }) {
  const t = useT();
  const content = (
    <>
      <FileIcon file={file} />
      <bdi className={styles.name}>{file.name}</bdi>
    </>
  );
  if (isImageType(file.mime))
    return (
      <Button className={styles.link ?? ""} aria-label={t("files.open", { name: file.name })} onPress={onOpen}>
        {content}
      </Button>
    );
  if (isInlineType(file.mime))
    return (
      <a
        className={styles.link}
        href={inlineUrl(file.fileId)}
        target="_blank"
        rel="noreferrer"
        aria-label={t("files.open", { name: file.name })}
      >
        {content}
      </a>
    );
  return (
    <a className={styles.link} href={downloadUrl(file.fileId)} download aria-label={t("files.download", { name: file.name })}>
      {content}
    </a>
  );
}
