import { expect, it } from "vitest";
import { parseInline, parseMarkdown, plainText } from "./markdown.ts";

it("reads headings, paragraphs, lists and tables", () => {
  const source =
    "# Title\n\nOne\nparagraph.\n\n## Part\n\n- a\n- b\n\n1. c\n2. d\n\n| Key | Does |\n|---|---|\n| `X` | selects |";
  expect(parseMarkdown(source)).toEqual([
    { kind: "heading", level: 1, text: "Title" },
    { kind: "paragraph", text: "One paragraph." },
    { kind: "heading", level: 2, text: "Part" },
    { kind: "list", isOrdered: false, items: ["a", "b"] },
    { kind: "list", isOrdered: true, items: ["c", "d"] },
    { kind: "table", head: ["Key", "Does"], rows: [["`X`", "selects"]] },
  ]);
});

it("leaves a program as it stands", () => {
  expect(parseMarkdown("# Title\n\n```js\nif (a) {\n  b(`c`);\n}\n```\n\nText")).toEqual([
    { kind: "heading", level: 1, text: "Title" },
    { kind: "code", text: "if (a) {\n  b(`c`);\n}" },
    { kind: "paragraph", text: "Text" },
  ]);
});

it("reads strong words, keys and links inside a line, and leaves the rest as it is", () => {
  expect(parseInline("Press `E`, **now**, see [Views](/documentation/views) * or _not_.")).toEqual([
    { kind: "text", text: "Press " },
    { kind: "key", text: "E" },
    { kind: "text", text: ", " },
    { kind: "strong", text: "now" },
    { kind: "text", text: ", see " },
    { kind: "link", text: "Views", href: "/documentation/views" },
    { kind: "text", text: " * or _not_." },
  ]);
});

it("gives the words without marks", () => {
  expect(parseMarkdown("Press `E` **now**\n\n- see [Views](/v)").map(plainText)).toEqual(["Press E now", "see Views"]);
});
