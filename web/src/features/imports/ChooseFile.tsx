import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import type { Encoding } from "@kartis/core/imports/dialect.ts";
import type { FileId } from "@kartis/core/kernel/id.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { DropZone } from "react-aria-components/DropZone";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { importIcon } from "../../ui/display/transfer-icons.ts";
import styles from "./imports.module.css";
import type { Settings } from "./job.ts";
import type { Preview } from "./mapping/preview.ts";
import { readPreview, upload } from "./upload.ts";
import type { ImportTarget } from "./targets/target.ts";

export interface ChosenFile {
  fileId: FileId;
  name: string;
  /** The original file. */
  source: File;
  /** Chosen by the user; undefined if it was detected. */
  encoding?: Encoding | undefined;
  preview: Preview;
  settings: Settings;
  /** The settings are those of the last file with these columns. */
  remembered: boolean;
}

async function suggestionFor(target: ImportTarget, { headers }: Preview): Promise<Pick<ChosenFile, "settings" | "remembered">> {
  const { mapping, mode, matchFieldId, remembered } = await client.imports.suggestMapping.query({ typeId: target.id, headers });
  return { settings: { mapping, mode, matchFieldId, clearEmpty: false }, remembered };
}

/** The file decoded with another encoding; undefined if that gives no table. */
export async function readAgain(
  target: ImportTarget,
  file: ChosenFile,
  language: Language,
  encoding: Encoding | undefined,
): Promise<ChosenFile | undefined> {
  const read = await readPreview(file.source, language, encoding);
  return read.ok ? { ...file, encoding, preview: read.preview, ...(await suggestionFor(target, read.preview)) } : undefined;
}

interface Uploading {
  name: string;
  bytes: number;
  ratio: number;
  abort: AbortController;
}

/** Drop or choose a CSV: it is read here for the preview while it goes to the store. */
export function ChooseFile({ target, onChosen }: { target: ImportTarget; onChosen: (file: ChosenFile) => void }) {
  const t = useT();
  const format = useFormat();
  const [error, setError] = useState<string>();
  const [uploading, setUploading] = useState<Uploading>();
  const isBusy = useRef(false);

  async function take(file: File) {
    const read = await readPreview(file, t.language);
    if (!read.ok) return setError(t(read.message));
    const abort = new AbortController();
    const shown = { name: file.name, bytes: file.size, abort };
    setUploading({ ...shown, ratio: 0 });
    const [fileId, suggested] = await Promise.all([
      upload(file, (ratio) => setUploading({ ...shown, ratio }), abort.signal),
      suggestionFor(target, read.preview),
    ]);
    return onChosen({ fileId, name: file.name, source: file, preview: read.preview, ...suggested });
  }

  function choose(file: File | null | undefined) {
    if (!file || isBusy.current) return;
    isBusy.current = true;
    setError(undefined);
    take(file)
      .catch((failure: unknown) => {
        if (!(failure instanceof DOMException && failure.name === "AbortError")) reportFailure(failure);
      })
      .finally(() => {
        isBusy.current = false;
        setUploading(undefined);
      });
  }

  if (uploading) {
    return (
      <div className={styles.uploading}>
        <span className={styles.file}>
          <bdi>{uploading.name}</bdi>
          <span className={styles.quiet}>
            <Num>{format.number(uploading.bytes / 1_000_000, { maximumFractionDigits: 1 })} MB</Num>
          </span>
        </span>
        <ProgressBar aria-label={t("imports.uploading")} value={uploading.ratio * 100} />
        <Button onPress={() => uploading.abort.abort()}>{t("common.cancel")}</Button>
      </div>
    );
  }

  return (
    <div>
      <DropZone
        className={styles.drop ?? ""}
        // React Aria's own label is in English.
        aria-label={t("imports.drop.label")}
        onDrop={(event) => {
          const item = event.items.find((entry) => entry.kind === "file");
          if (item?.kind === "file") item.getFile().then(choose, reportFailure);
        }}
      >
        <Icon of={importIcon} />
        <span>{t("imports.drop")}</span>
        <FileTrigger acceptedFileTypes={[".csv"]} onSelect={(files) => choose(files?.[0])}>
          <AriaButton className={styles.choose ?? ""}>{t("imports.choose")}</AriaButton>
        </FileTrigger>
      </DropZone>
      <p className={styles.hint}>{t("imports.hint")}</p>
      {error && (
        <p className={styles.error} role="alert">
          <Icon of={errorCircle} />
          {error}
        </p>
      )}
    </div>
  );
}
