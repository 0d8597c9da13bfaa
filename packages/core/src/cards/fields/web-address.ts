import { type FieldDefinition, type Parsed, bad, existence, ok, textual } from "./field.ts";

/** Only these may become a link: `javascript:` and the like never do. */
const schemes = new Set(["http:", "https:"]);

export function readUrl(raw: unknown): Parsed<string> {
  if (typeof raw !== "string") return bad("validation.type");
  const text = raw.replace(/[\u200e\u200f]/g, "").trim();
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+\.[^/:]+:\d+/.test(text) ? text : `https://${text}`;
  if (text === "" || full.length > 2_000 || /\s/.test(full) || !URL.canParse(full)) return bad("validation.url");
  const parsed = new URL(full);
  return schemes.has(parsed.protocol) && (parsed.hostname.includes(".") || parsed.hostname === "localhost")
    ? ok(parsed.href)
    : bad("validation.url");
}

export const url: FieldDefinition<string> = {
  control: "url",
  label: "fields.type.url",
  column: "text",
  operators: textual,
  sortable: true,
  summable: false,
  accept: readUrl,
  toColumn: (value) => value,
  toText: (value) => value,
  fromText: readUrl,
  toSearch: (value) => value,
};

export interface Link {
  readonly url: string;
  readonly label: string;
}

/** An address with a text of its own. As text: `label <address>`, or the address alone. */
export const link: FieldDefinition<Link> = {
  control: "link",
  label: "fields.type.link",
  column: "text",
  operators: ["CONTAINS", "NOT_CONTAINS", ...existence],
  sortable: false,
  summable: false,
  accept(raw) {
    if (typeof raw !== "object" || raw === null || !("url" in raw)) return bad("validation.type");
    const address = readUrl(raw.url);
    if (!address.ok) return address;
    const label =
      "label" in raw && typeof raw.label === "string"
        ? raw.label
            .replace(/[\r\n<>]+/g, " ")
            .replace(/ {2,}/g, " ")
            .trim()
            .slice(0, 500)
        : "";
    return ok({ url: address.value, label });
  },
  toColumn: (value) => (value.label === "" ? value.url : `${value.label} <${value.url}>`),
  toText: (value) => (value.label === "" ? value.url : `${value.label} <${value.url}>`),
  fromText(text) {
    const match = /^(.*?)\s*<([^<>]+)>\s*$/s.exec(text);
    return match
      ? link.accept({ label: match[1], url: match[2] }, noSettings)
      : link.accept({ url: text, label: "" }, noSettings);
  },
  toSearch: (value) => `${value.label} ${value.url}`,
};

const noSettings = { options: [], currency: "USD", region: "" } as const;
