import { formatter } from "@kartis/i18n/format.ts";
import { expect, it } from "vitest";
import { sizeText } from "./size-text.ts";

it.each([
  ["en", 13, "13 bytes"],
  ["en", 1, "1 byte"],
  ["he", 13, "13 בייט"],
  ["he", 2_202_010, "2.1 MB"],
  ["hu", 2_202_010, "2,1 MB"],
  ["ru", 2_048, "2 кБ"],
] as const)("in %s, %i bytes are one run of text that words around it do not turn: %s", (language, bytes, text) => {
  const [before, shown, after] = sizeText(formatter({ language }), bytes).split(/([^\u2068\u2069]+)/);
  expect([before, shown?.replaceAll(/[\u00a0\u200e\u200f]/g, (mark) => (mark === "\u00a0" ? " " : "")), after]).toEqual([
    "\u2068",
    text,
    "\u2069",
  ]);
});
