import { permissionActions, permissionTypes } from "@kartis/core/kernel/permission.ts";
import en from "@kartis/i18n/catalogues/en/errors.json" with { type: "json" };
import he from "@kartis/i18n/catalogues/he/errors.json" with { type: "json" };
import hu from "@kartis/i18n/catalogues/hu/errors.json" with { type: "json" };
import ru from "@kartis/i18n/catalogues/ru/errors.json" with { type: "json" };
import { createTranslate } from "@kartis/i18n/create-translate.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { expect, it } from "vitest";

const translates = Object.entries({
  en: createTranslate("en", { errors: en }),
  he: createTranslate("he", { errors: he }),
  hu: createTranslate("hu", { errors: hu }),
  ru: createTranslate("ru", { errors: ru }),
} satisfies Record<Language, unknown>);
const all = permissionTypes.flatMap((type) => permissionActions.map((action) => ({ type, action })));

it.each(translates)("each denial has its own sentence in the words of %s", (_, translate) => {
  const sentences = all.map((params) => translate.find("errors.NO_PERMISSION.message", params) ?? "");
  expect(new Set(sentences).size).toBe(all.length);
  for (const sentence of sentences) expect(sentence).not.toMatch(/[A-Z]{4,}|_|[{}]|undefined/);
});

it("in English it is the sentence of SPEC section 6, with the names that the roles have", () => {
  const translate = createTranslate("en", { errors: en });
  expect(translate.find("errors.NO_PERMISSION.message", { action: "create", type: "CARD_TYPES" })).toBe(
    "You are not authorized to perform “Create” on “Card types”",
  );
  expect(translate.find("errors.NO_PERMISSION.message")).toBe("You are not authorized to do this");
});
