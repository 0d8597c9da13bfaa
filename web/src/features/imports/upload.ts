import type { Language } from "@kartis/i18n/languages.ts";
import { client } from "../../lib/api.ts";
import type { FileId } from "@kartis/core/kernel/id.ts";
import type { PreviewRequest } from "./preview.worker.ts";
import type { PreviewResult } from "./preview.ts";

/** As much of the file as the preview reads: more than twenty rows of any sane file. */
const headBytes = 256 * 1024;

/** Parses the beginning of the file off the main thread. */
export async function readPreview(file: File, language: Language): Promise<PreviewResult> {
  if (!/\.csv$/i.test(file.name)) return { ok: false, message: "validation.csv" };
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const worker = new Worker(new URL("./preview.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<PreviewResult>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<PreviewResult>) => resolve(data), { once: true });
      worker.addEventListener("error", () => reject(new Error("The preview worker failed")), { once: true });
      const request: PreviewRequest = { head, isWhole: file.size <= headBytes, language };
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}

/** Sends the file straight to the store, by a form that the server has signed. `fetch` cannot tell how much has gone out; XMLHttpRequest can. */
export async function upload(file: File, onProgress: (ratio: number) => void, signal: AbortSignal): Promise<FileId> {
  const { fileId, url, fields } = await client.imports.createUpload.mutate({ fileName: file.name, bytes: file.size });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.addEventListener("progress", (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener("load", () =>
      request.status < 300 ? resolve() : reject(new Error(`The upload answered ${request.status}`)),
    );
    request.addEventListener("error", () => reject(new Error("The upload failed")));
    signal.addEventListener("abort", () => request.abort());
    request.addEventListener("abort", () => reject(new DOMException("The upload was canceled", "AbortError")));
    request.send(form);
  });
  return fileId;
}
