import type { Field } from "@kartis/core/cards/schema.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useEffect, useRef } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { asFiles } from "../records/file-values.ts";
import { DropArea, HeldFiles, RunningUploads } from "./FilesInput.tsx";
import styles from "./files.module.css";
import { useUploads } from "./useUploads.ts";

const mostFiles = 20;

interface FileFieldInputProps {
  field: Field;
  value: unknown;
  cardId: CardId | undefined;
  onChange: (value: readonly FileReference[] | null) => void;
  onBusy?: (isBusy: boolean) => void;
}

/** The files of a field: the stored ones, those being uploaded, and the place to add more. */
export function FileFieldInput({ field, value, cardId, onChange, onBusy }: FileFieldInputProps) {
  const t = useT();
  const files = asFiles(value);
  const most = Math.min(field.max ?? mostFiles, mostFiles);
  const imagesOnly = field.type === "image";
  const current = useRef(files);
  useEffect(() => {
    current.current = files;
  });
  /** Uploaded here and on no card yet: taken off again, it is of no use to anybody. */
  const fresh = useRef(new Set<string>());

  function set(next: readonly FileReference[]) {
    current.current = next;
    onChange(next.length === 0 ? null : next);
  }

  const { uploads, isBusy, add, retry, cancel } = useUploads({ purpose: imagesOnly ? "image" : "card", cardId }, (file) => {
    fresh.current.add(file.fileId);
    set([...current.current, file].slice(-most));
  });
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy]);

  function remove(file: FileReference) {
    set(current.current.filter(({ fileId }) => fileId !== file.fileId));
    if (!fresh.current.delete(file.fileId)) return;
    client.files.remove.mutate({ fileId: file.fileId }).then(
      () => void queryClient.invalidateQueries(trpc.files.pathFilter()),
      () => undefined, // it stays in the archive, where it can be deleted
    );
  }

  const room = most === 1 ? 1 : most - files.length - uploads.filter((upload) => upload.error === undefined).length;
  return (
    <div className={styles.input}>
      <HeldFiles files={files} onRemove={remove} />
      <RunningUploads uploads={uploads} onRetry={retry} onCancel={cancel} />
      <DropArea
        label={field.label}
        imagesOnly={imagesOnly}
        many={most > 1}
        isFull={room <= 0}
        onFiles={(chosen) => add(chosen.slice(0, Math.max(0, room)))}
      />
      {room <= 0 && <p className={styles.quiet}>{t("files.most", { count: most })}</p>}
    </div>
  );
}
