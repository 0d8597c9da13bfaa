import { type FieldDefinition, bad, existence, filteredBy, ok } from "../field.ts";
import { url } from "./url.ts";

const maxLabelLength = 500;

export interface Link {
  readonly url: string;
  readonly label: string;
}

/** An address with its own label. As text: `label <address>`, or the address alone. */
export const link: FieldDefinition<Link> = {
  column: "text",
  ...filteredBy("CONTAINS", ["CONTAINS", "NOT_CONTAINS", ...existence]),
  sortable: false,
  summable: false,
  groupable: false,
  align: "start",
  direction: "auto",
  keys: "url",
  settings: [],
  identifying: false,
  oneLine: true,
  accept(raw) {
    if (typeof raw !== "object" || raw === null || !("url" in raw)) return bad("validation.type");
    const address = url.accept(raw.url, noSettings);
    if (!address.ok) return address;
    const label =
      "label" in raw && typeof raw.label === "string"
        ? raw.label
            .replace(/[\r\n<>]+/g, " ")
            .replace(/ {2,}/g, " ")
            .trim()
        : "";
    return label.length > maxLabelLength ? bad("validation.length") : ok({ url: address.value, label });
  },
  toColumn: (value) => (value.label === "" ? value.url : `${value.label} <${value.url}>`),
  toText: (value) => (value.label === "" ? value.url : `${value.label} <${value.url}>`),
  fromText(text) {
    const whole = text.trimEnd();
    const at = whole.endsWith(">") ? whole.lastIndexOf("<") : -1;
    if (at === -1) return link.accept({ url: text, label: "" }, noSettings);
    return link.accept({ label: whole.slice(0, at), url: whole.slice(at + 1, -1) }, noSettings);
  },
  toSearch: (value) => `${value.label} ${value.url}`,
};

const noSettings = { options: [], currency: "USD", region: "" } as const;
