import type { OpenForm } from "@kartis/core/lead-forms/schema.ts";
import { drawForm } from "./draw.ts";
import { wordsIn } from "./words.ts";

/** What the settings of a form send to the preview in their frame. */
export interface PreviewMessage {
  readonly kind: "kartis:preview";
  readonly form: OpenForm;
}

/** Draws the forms that the app's own pages send, as they are typed. Nothing can be sent from here. */
export function showPreviews(show: (node: HTMLElement, title: string) => void): void {
  addEventListener("message", ({ source, origin, data }: MessageEvent<Partial<PreviewMessage> | null>) => {
    if (source !== window.parent || origin !== location.origin || data?.kind !== "kartis:preview" || !data.form) return;
    const { form } = data;
    void wordsIn(form.language).then((words) => {
      const { node } = drawForm(form, words);
      node.addEventListener("submit", (event) => event.preventDefault());
      show(node, form.title);
    });
  });
  window.parent.postMessage({ kind: "kartis:preview?" }, location.origin);
}
