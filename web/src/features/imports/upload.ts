import type { Encoding } from "@kartis/core/imports/dialect.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { client } from "../../lib/api.ts";
import { postFile } from "../../lib/calls/post-file.ts";
import type { FileId } from "@kartis/core/kernel/id.ts";
import type { PreviewRequest } from "./mapping/preview.worker.ts";
import type { PreviewResult } from "./mapping/preview.ts";

/** Number of bytes that the preview reads: more than twenty rows of any sane file. */
const headBytes = 256 * 1024;

/** Parses the beginning of the file off the main thread. */
export async function readPreview(file: File, language: Language, encoding?: Encoding): Promise<PreviewResult> {
  if (!/\.csv$/i.test(file.name)) return { ok: false, message: "validation.csv" };
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const worker = new Worker(new URL("./mapping/preview.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<PreviewResult>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<PreviewResult>) => resolve(data), { once: true });
      worker.addEventListener("error", () => reject(new Error("The preview worker failed")), { once: true });
      const request: PreviewRequest = { head, isWhole: file.size <= headBytes, language, encoding };
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}

/** Sends the file straight to the store. */
export async function upload(file: File, onProgress: (ratio: number) => void, signal: AbortSignal): Promise<FileId> {
  const { fileId, ...target } = await client.imports.createUpload.mutate({ fileName: file.name, bytes: file.size });
  await postFile(target, file, onProgress, signal);
  return fileId;
}
