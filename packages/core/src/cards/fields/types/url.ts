import { type Parsed, bad, ok } from "../field.ts";
import { writtenValue } from "../written-value.ts";

const maxLength = 2_000;

/** Only these schemes may become a link: `javascript:` and the like never do. */
const schemes = new Set(["http:", "https:"]);

function readUrl(raw: unknown): Parsed<string> {
  if (typeof raw !== "string") return bad("validation.type");
  if (raw.length > maxLength) return bad("validation.url");
  const text = raw.replace(/[\u200e\u200f\u061c]/g, "").trim();
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+\.[^/:]+:\d+/.test(text) ? text : `https://${text}`;
  if (text === "" || full.length > maxLength || /\s/.test(full) || !URL.canParse(full)) return bad("validation.url");
  const parsed = new URL(full);
  return schemes.has(parsed.protocol) && (parsed.hostname.includes(".") || parsed.hostname === "localhost")
    ? ok(parsed.href)
    : bad("validation.url");
}

export const url = writtenValue(readUrl, { keys: "url" });
