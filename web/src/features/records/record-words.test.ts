import { loadMessages } from "@kartis/i18n/load.ts";
import { createTranslate } from "@kartis/i18n/create-translate.ts";
import { expect, test } from "vitest";
import { recordWords } from "./record-words.ts";

const t = createTranslate("en", await loadMessages("en"));

test.each([
  ["Galil Cold Storage", "Galil Cold Storage"],
  ["", "Unnamed"],
  ["  ", "Unnamed"],
  [undefined, "A card you cannot see"],
])("a card named %j is shown as %j", (name, words) => {
  expect(recordWords(name, "card", t)).toBe(words);
});

test("a task that cannot be seen is not called a card", () => {
  expect(recordWords(undefined, "task", t)).toBe("A task you cannot see");
});
