import type { Encoding } from "@kartis/core/imports/dialect.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { previewOf } from "./preview.ts";

export interface PreviewRequest {
  head: Uint8Array;
  isWhole: boolean;
  language: Language;
  /** Chosen by the user. */
  encoding: Encoding | undefined;
}

addEventListener("message", ({ data }: MessageEvent<PreviewRequest>) => {
  postMessage(previewOf(data.head, data.isWhole, data.language, data.encoding));
});
