/** A variable as it stands in a text: `{{ card.name | upcase | default: "there" }}`. */
export interface WrittenVariable {
  readonly path: string;
  /** The filters in their words, without the fallback; empty for none. */
  readonly filters: string;
  /** Text used if there is no value; may be empty. */
  readonly fallback: string;
  /** Whether the fallback is plain words; a fallback that contains another variable is edited as text only. */
  readonly isPlain: boolean;
}

/** Longer ones stay text: nobody writes them, and looking for their ends would take long. */
const longest = 1000;

/** `{{ card.name | there }}`, whose words may have quotation marks that are never closed (`canonical` of the engine). */
const short = /\{\{\s*[\w.]+\s*\|[^|:{}]+\}\}/y;
const full = /\{\{-?\s*[A-Za-z_][\w-]*(?:\.[\w-]+)*\s*(?:\|(?:"[^"]*"|'[^']*'|[^"'{}])*)?\}\}/y;
/** Logic is text; what looks like a variable in its quotation marks is none. */
const logic = /\{%(?:"[^"]*"|'[^']*'|[^"'%]|%(?!\}))*%\}/y;

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = 0;
  return pattern.exec(text.slice(at, at + longest))?.[0];
};

export type Piece = { readonly text: string } | { readonly variable: string } | { readonly logic: string };

/** The text in pieces; together they are the text again, to the letter. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const add = (at: number, piece: Piece, length: number) => {
    if (at > from) pieces.push({ text: text.slice(from, at) });
    pieces.push(piece);
    from = at + length;
  };
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", Math.max(at + 1, from))) {
    if (text[at + 1] === "%") {
      const found = matchAt(logic, text, at);
      if (found) add(at, readCondition(found) ? { variable: found } : { logic: found }, found.length);
    } else if (text[at + 1] === "{") {
      const found = matchAt(short, text, at) ?? matchAt(full, text, at);
      if (found) add(at, { variable: found }, found.length);
    }
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** A part of a condition: `{% if meeting.place %}`, `{% else %}`, `{% endif %}`. */
export interface Condition {
  readonly part: "if" | "unless" | "elsif" | "else" | "end";
  /** What has to have a value; empty where it is not asked. */
  readonly path: string;
  /** What an end belongs to. */
  readonly ends?: "if" | "unless";
}

/** Parses a part of a condition that asks whether there is a value; undefined for all other logic, which stays text. */
export function readCondition(source: string): Condition | undefined {
  const [, asking, path, other] =
    /^\{%-?[ \t]*(?:(if|unless|elsif)[ \t]+([A-Za-z_][\w-]*(?:\.[\w-]+)*)|(else|endif|endunless))[ \t]*-?%\}$/.exec(source) ?? [];
  if (path !== undefined) return { part: asking === "if" || asking === "unless" ? asking : "elsif", path };
  if (other === undefined) return undefined;
  if (other === "else") return { part: "else", path: "" };
  return { part: "end", path: "", ends: other === "endif" ? "if" : "unless" };
}

const filterNames: ReadonlySet<string> = new Set(["default", "upcase", "downcase", "capitalize", "truncate"]);

/** Parses a variable; undefined if it is none. */
export function readVariable(source: string): WrittenVariable | undefined {
  const [, path, rest = ""] = /^\{\{-?\s*([\w.-]+?)\s*(?:\|([^]*?))?\s*-?\}\}$/.exec(source) ?? [];
  if (path === undefined) return undefined;
  const chain = rest.trim();
  const unquoted = chain.replace(/^["'](.*)["']$/s, "$1");
  // The engine's own short form.
  if (/^[^|:]+$/.test(chain) && !filterNames.has(unquoted)) return { path, filters: "", fallback: unquoted, isPlain: true };
  const last = /(?:^|\|)\s*default\s*:\s*(?:"([^"]*)"|'([^']*)')\s*$/.exec(chain);
  const filters = (last ? chain.slice(0, last.index) : chain).trim();
  return { path, filters, fallback: last?.[1] ?? last?.[2] ?? "", isPlain: !/(?:^|\|)\s*default\b/.test(filters) };
}

/** A variable as it is written into a text. */
export function writtenVariable(path: string, fallback: string, filters = ""): string {
  const text = fallback.trim();
  const chain = filters === "" ? "" : ` | ${filters}`;
  if (text === "") return `{{ ${path}${chain} }}`;
  const quote = text.includes('"') ? "'" : '"';
  return `{{ ${path}${chain} | default: ${quote}${text.replaceAll(quote, "")}${quote} }}`;
}

/** The variable with another fallback; the same to the letter where the fallback is no other. */
export function withFallback(source: string, fallback: string): string {
  const written = readVariable(source);
  if (!written || written.fallback === fallback.trim()) return source;
  return writtenVariable(written.path, fallback, written.filters);
}
