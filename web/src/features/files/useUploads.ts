import { isImageType, maxFileBytes, maxFileMegabytes } from "@kartis/core/files/rules.ts";
import { type FileReference, isForPicture, type StoredFile, type UploadPurpose } from "@kartis/core/files/schema.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import type { TemplateRef } from "@kartis/core/message-templates/schema.ts";
import { useEffect, useRef, useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { postFile } from "../../lib/calls/post-file.ts";
import { queryClient } from "../../lib/query-client.ts";

export interface UploadTarget {
  purpose: UploadPurpose;
  /** The card it belongs to, which may still have to be made under this id. */
  cardId?: CardId | undefined;
  /** The activity, likewise. */
  activityId?: ActivityId | undefined;
  /** The template, likewise. */
  templateId?: TemplateRef | undefined;
}

/** Uploads one file, from the leave to do so to its lasting place. Throws what the server or the network says. */
export async function uploadFile(
  file: File,
  { purpose, cardId, activityId, templateId }: UploadTarget,
  onProgress: (ratio: number) => void,
  signal: AbortSignal,
): Promise<StoredFile> {
  const { fileId, ...target } = await client.files.createUpload.mutate({
    name: file.name,
    bytes: Math.max(1, file.size),
    purpose,
    ...(cardId ? { cardId } : {}),
    ...(activityId ? { activityId } : {}),
    ...(templateId ? { templateId } : {}),
  });
  await postFile(target, file, onProgress, signal);
  const stored = await client.files.finish.mutate({ fileId });
  void queryClient.invalidateQueries(trpc.files.pathFilter());
  return stored;
}

export interface Upload {
  readonly id: number;
  readonly file: File;
  /** 0 to 1. */
  readonly ratio: number;
  readonly error?: string;
  /** It will not do better another time. */
  readonly isFinal?: true;
}

let lastId = 0;

/** Files being uploaded, each with its progress; failed ones stay so that they can be retried, finished ones leave. */
export function useUploads(target: UploadTarget, onDone: (file: FileReference) => void) {
  const t = useT();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const aborts = useRef(new Map<number, AbortController>());
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const drop = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id));

  /** Problem that can be found before sending anything; the server decides. */
  function refusal(file: File): string | undefined {
    if (file.size > maxFileBytes) return t("validation.fileSize", { size: maxFileMegabytes });
    if (isForPicture(target.purpose) && !isImageType(file.type)) return t("validation.imageOnly");
    return undefined;
  }

  function start({ id, file }: Upload) {
    const abort = new AbortController();
    aborts.current.set(id, abort);
    uploadFile(file, target, (ratio) => change(id, { ratio }), abort.signal).then(
      ({ fileId, name, bytes, mime }) => {
        aborts.current.delete(id);
        drop(id);
        done.current({ fileId, name, bytes, mime });
      },
      (failure: unknown) => {
        aborts.current.delete(id);
        if (abort.signal.aborted) drop(id);
        else change(id, { error: wordsOf(failure) });
      },
    );
  }

  function wordsOf(failure: unknown): string {
    const error = toAppError(failure);
    if (error.code === "UNKNOWN_ERROR") return t("files.uploadFailed");
    const [own] = Object.values(error.fields ?? {});
    return (own && t.find(own)) ?? errorMessage(error);
  }

  function add(files: readonly File[]) {
    const added = files.map((file): Upload => {
      const error = refusal(file);
      return { id: ++lastId, file, ratio: 0, ...(error ? { error, isFinal: true } : {}) };
    });
    setUploads((all) => [...all, ...added]);
    for (const upload of added) if (upload.error === undefined) start(upload);
  }

  function retry({ id, file }: Upload) {
    const again: Upload = { id, file, ratio: 0 };
    setUploads((all) => all.map((upload) => (upload.id === id ? again : upload)));
    start(again);
  }

  function cancel(id: number) {
    aborts.current.get(id)?.abort();
    drop(id);
  }

  return { uploads, isBusy: uploads.some((upload) => upload.error === undefined), add, retry, cancel };
}
