import type { Language } from "@kartis/i18n/languages.ts";
import { expect, it } from "vitest";
import { readDuePhrase } from "./due-phrase.ts";

/** On a Friday afternoon. */
const read = (language: Language, text: string) =>
  readDuePhrase(text, { language, today: "2026-11-20", now: "15:00", region: "IL", weekStart: 0 });

it.each([
  ["he", "יום שלישי ב-16", { day: "2026-11-24", time: "16:00" }],
  ["he", "מחר ב-16", { day: "2026-11-21", time: "16:00" }],
  ["en", "next Sunday", { day: "2026-11-22", time: null }],
  ["en", "tomorrow at 4pm", { day: "2026-11-21", time: "16:00" }],
  ["hu", "kedden 16-kor", { day: "2026-11-24", time: "16:00" }],
  ["ru", "завтра в 16", { day: "2026-11-21", time: "16:00" }],
] as const)("in %s, “%s” is a due date", (language, text, due) => {
  expect(read(language, text)).toEqual(due);
});

it.each(["", "call Dana", "tomorrow call Dana", "tomorrow #high", "every Friday", "gibberish"])("“%s” is none", (text) => {
  expect(read("en", text)).toBeUndefined();
});
