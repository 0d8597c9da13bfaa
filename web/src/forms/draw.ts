import type { OpenField, OpenForm } from "@kartis/core/lead-forms/schema.ts";
import { element } from "./element.ts";
import { type DrawnField, drawField } from "./field.ts";
import type { Words } from "./words.ts";

export interface DrawnForm {
  readonly node: HTMLFormElement;
  readonly fields: readonly DrawnField[];
  /** Absent where the form asks for none. */
  readonly consent: DrawnField | undefined;
  /** Fields and consent, in the order of the page. */
  readonly all: readonly DrawnField[];
  /** What robots fill in. */
  readonly trap: () => string;
  /** Shows a message above the button, or none. */
  say(message: string | undefined): void;
  setSending(isSending: boolean): void;
}

const consentField = (text: string): OpenField => ({
  id: "consent",
  type: "checkbox",
  label: text,
  help: "",
  required: true,
  options: [],
  currency: null,
  min: null,
  max: null,
});

/** Draws the form, without what happens when it is sent. */
export function drawForm(form: OpenForm, words: Words): DrawnForm {
  const fields = form.fields.map((field) => drawField(field, words));
  const consent = form.consent === "" ? undefined : drawField(consentField(form.consent), words);
  const website = element("input", { name: "website", tabindex: "-1", autocomplete: "off" });
  const alert = element("p", { class: "alert", role: "alert", hidden: true });
  const button = element("button", { type: "submit" }, form.button || words.send);
  const all = [...fields, ...(consent ? [consent] : [])];
  const node = element(
    "form",
    { novalidate: true, "aria-label": form.title || form.organizationName },
    ...drawHead(form),
    ...all.map((field) => field.node),
    // Not hidden by `hidden`, which robots know.
    element("label", { class: "trap", "aria-hidden": "true" }, "Website", website),
    alert,
    button,
  );
  return {
    node,
    fields,
    consent,
    all,
    trap: () => website.value,
    say(message) {
      alert.textContent = message ?? "";
      alert.hidden = message === undefined;
    },
    setSending(isSending) {
      button.setAttribute("aria-disabled", String(isSending));
      button.textContent = isSending ? words.sending : form.button || words.send;
    },
  };
}

function drawHead({ title, text }: OpenForm): HTMLElement[] {
  return [
    ...(title === "" ? [] : [element("h1", { dir: "auto" }, title)]),
    ...(text === "" ? [] : [element("p", { class: "text", dir: "auto" }, text)]),
  ];
}

/** A page that has nothing to fill in. It takes the focus, so that it is read out. */
export function drawNotice(title: string, text: string, ...actions: readonly HTMLElement[]): HTMLElement {
  const heading = element("h1", { tabindex: "-1", dir: "auto" }, title);
  return element("div", { class: "notice" }, heading, element("p", { class: "text", dir: "auto" }, text), ...actions);
}
