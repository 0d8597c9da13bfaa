import type { Answers, OpenField } from "@kartis/core/lead-forms/schema.ts";
import { element } from "./element.ts";
import type { Words } from "./words.ts";

type Given = Answers[string];

/** A field on the page: its element, what is filled in, and what is wrong with it. */
export interface DrawnField {
  readonly id: string;
  readonly node: HTMLElement;
  readonly read: () => Given;
  readonly write: (value: Given) => void;
  /** Shows the problem at the field, or none. */
  complain(problem: string | undefined): void;
  focus(): void;
}

interface Control {
  readonly node: HTMLElement;
  /** Elements that take the keyboard; the first takes the focus. */
  readonly inputs: readonly HTMLElement[];
  readonly read: () => Given;
  readonly write: (value: Given) => void;
}

const kinds: Readonly<Partial<Record<OpenField["type"], Readonly<Record<string, string>>>>> = {
  number: { inputmode: "decimal", dir: "ltr" },
  range: { inputmode: "decimal", dir: "ltr" },
  currency: { inputmode: "decimal", dir: "ltr" },
  date: { type: "date" },
  datetime: { type: "datetime-local" },
  time: { type: "time" },
  email: { type: "email", autocomplete: "email", dir: "ltr" },
  phone: { type: "tel", autocomplete: "tel", dir: "ltr" },
  url: { type: "url", autocomplete: "url", dir: "ltr" },
};

/** What the visitor's clock shows is an instant; a calendar's day and a time of day are not. */
const toInstant = (local: string) => (local === "" ? "" : new Date(local).toISOString());
function fromInstant(instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? "" : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function typed({ id, type }: OpenField, attributes: Readonly<Record<string, string>>): Control {
  const input =
    type === "textarea"
      ? element("textarea", { ...attributes, dir: "auto", rows: "4" })
      : element("input", {
          type: "text",
          dir: "auto",
          ...(id === "name" ? { autocomplete: "name" } : {}),
          ...kinds[type],
          ...attributes,
        });
  const isInstant = type === "datetime";
  return {
    node: input,
    inputs: [input],
    read: () => (isInstant ? toInstant(input.value) : input.value),
    write: (value) => void (input.value = typeof value !== "string" ? "" : isInstant ? fromInstant(value) : value),
  };
}

function select({ options }: OpenField, attributes: Readonly<Record<string, string>>, words: Words): Control {
  const none = element("option", { value: "" }, words.choose);
  const node = element("select", attributes, none, ...options.map(({ id, label }) => element("option", { value: id }, label)));
  return { node, inputs: [node], read: () => node.value, write: (value) => void (node.value = String(value)) };
}

/** One or several of the options, all of them visible. */
function choices({ id, options, type }: OpenField, attributes: Readonly<Record<string, string>>): Control {
  const isOne = type === "radio";
  const inputs = options.map((option) => element("input", { type: isOne ? "radio" : "checkbox", name: id, value: option.id }));
  const labels = options.map(({ label }, at) =>
    element("label", { class: "choice" }, inputs[at] ?? "", element("bdi", {}, label)),
  );
  const chosen = () => inputs.filter(({ checked }) => checked).map(({ value }) => value);
  return {
    node: element("div", { ...attributes, role: isOne ? "radiogroup" : "group", class: "choices" }, ...labels),
    inputs,
    read: () => (isOne ? (chosen()[0] ?? "") : chosen()),
    write(value) {
      for (const input of inputs) input.checked = Array.isArray(value) ? value.includes(input.value) : value === input.value;
    },
  };
}

function tick(attributes: Readonly<Record<string, string>>): Control {
  const input = element("input", { ...attributes, type: "checkbox" });
  return { node: input, inputs: [input], read: () => input.checked, write: (value) => void (input.checked = value === true) };
}

/** Draws a field with its label, its help and the place of its problem. */
export function drawField(field: OpenField, words: Words): DrawnField {
  const { id, type, label, help, required, currency } = field;
  const name = `field-${id}`;
  const isGroup = type === "radio" || type === "multiSelect";
  const [helpId, problemId, labelId] = [`${name}-help`, `${name}-problem`, `${name}-label`];
  const common = {
    id: name,
    name: id,
    // A group of ticks is neither required nor invalid to a screen reader: its label and its description say so.
    ...(required && type !== "multiSelect" ? { "aria-required": "true" } : {}),
    ...(isGroup ? { "aria-labelledby": labelId } : {}),
  };
  const control = isGroup
    ? choices(field, common)
    : type === "singleSelect"
      ? select(field, common, words)
      : type === "checkbox"
        ? tick(common)
        : typed(field, common);
  const text = element("bdi", {}, label, ...(currency ? [` (${currency})`] : []));
  const star = required ? [element("span", { class: "star", "aria-hidden": "true" }, " *")] : [];
  const heading = isGroup
    ? element("span", { id: labelId, class: "label" }, text, ...star)
    : element("label", { for: name, class: "label" }, text, ...star);
  const helping = element("p", { id: helpId, class: "help", hidden: help === "" }, help);
  const problem = element("p", { id: problemId, class: "problem", hidden: true });
  const parts = type === "checkbox" ? [element("div", { class: "tick" }, control.node, heading)] : [heading, control.node];
  const node = element("div", { class: "field" }, ...parts, helping, problem);
  const [first] = control.inputs;
  const described = isGroup ? control.node : first;
  const describe = (isWrong: boolean) => {
    const ids = [...(help === "" ? [] : [helpId]), ...(isWrong ? [problemId] : [])];
    if (ids.length > 0) described?.setAttribute("aria-describedby", ids.join(" "));
    else described?.removeAttribute("aria-describedby");
    if (type !== "multiSelect") described?.setAttribute("aria-invalid", String(isWrong));
  };
  describe(false);
  return {
    id,
    node,
    read: control.read,
    write: control.write,
    complain(message) {
      problem.textContent = message ?? "";
      problem.hidden = message === undefined;
      node.toggleAttribute("data-invalid", message !== undefined);
      describe(message !== undefined);
    },
    focus: () => first?.focus(),
  };
}
