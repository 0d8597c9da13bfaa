/** The subset of Markdown that our own texts use; anything else is shown as written. */
export type Block =
  | { kind: "heading"; level: 1 | 2 | 3; text: string }
  | { kind: "paragraph"; text: string }
  /** A program, line by line as it stands; it has no empty line. */
  | { kind: "code"; text: string }
  | { kind: "list"; isOrdered: boolean; items: readonly string[] }
  | { kind: "table"; head: readonly string[]; rows: readonly (readonly string[])[] };

const heading = /^(#{1,3}) (.+)$/;
const bullet = /^- (.+)$/;
const numbered = /^\d+\. (.+)$/;

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function blockOf(lines: readonly string[]): Block {
  const [first = ""] = lines;
  if (first.startsWith("|")) return { kind: "table", head: cellsOf(first), rows: lines.slice(2).map(cellsOf) };
  const form = bullet.test(first) ? bullet : numbered.test(first) ? numbered : undefined;
  if (form) return { kind: "list", isOrdered: form === numbered, items: lines.map((line) => form.exec(line)?.[1] ?? line) };
  return { kind: "paragraph", text: lines.join(" ") };
}

/** Blocks are apart by an empty line; a heading stands alone. */
export function parseMarkdown(source: string): readonly Block[] {
  return source
    .trim()
    .split(/\n\s*\n/)
    .map((part) => {
      if (part.startsWith("```")) return { kind: "code", text: part.split("\n").slice(1, -1).join("\n") };
      const lines = part.split("\n").map((line) => line.trim());
      const [, marks, text] = heading.exec(lines[0] ?? "") ?? [];
      if (!marks || !text) return blockOf(lines);
      return { kind: "heading", level: marks.length === 1 ? 1 : marks.length === 2 ? 2 : 3, text };
    });
}

export type Inline = { kind: "text" | "strong" | "key"; text: string } | { kind: "link"; text: string; href: string };

const marks = /\*\*(?<strong>[^*]+)\*\*|`(?<key>[^`]+)`|\[(?<text>[^\]]+)\]\((?<href>[^)]+)\)/g;

/** Strong words, `keys` and links inside a line. */
export function parseInline(line: string): readonly Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(marks)) {
    if (match.index > end) found.push({ kind: "text", text: line.slice(end, match.index) });
    const { strong, key, text, href } = match.groups ?? {};
    if (strong) found.push({ kind: "strong", text: strong });
    else if (key) found.push({ kind: "key", text: key });
    else if (text && href) found.push({ kind: "link", text, href });
    end = match.index + match[0].length;
  }
  if (end < line.length) found.push({ kind: "text", text: line.slice(end) });
  return found;
}

/** The words alone: for searching and for descriptions. */
export function plainText(block: Block): string {
  if (block.kind === "code") return block.text;
  const lines =
    block.kind === "list"
      ? block.items
      : block.kind === "table"
        ? [block.head, ...block.rows].map((row) => row.join(" "))
        : [block.text];
  return lines.map((line) => parseInline(line).reduce((text, part) => text + part.text, "")).join(" ");
}
