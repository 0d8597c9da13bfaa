import { IntlMessageFormat } from "intl-messageformat";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { registeredFieldTypes } from "../../core/src/cards/fields/registry.ts";
import { errorStatus } from "../../core/src/kernel/error.ts";
import type { MessageFormatElement } from "./compile.ts";
import { languages, type Language } from "./languages.ts";
import { areas } from "./messages.ts";

const categories: Readonly<Record<Language, readonly string[]>> = {
  en: ["one", "other"],
  he: ["one", "other", "two"],
  hu: ["one", "other"],
  ru: ["few", "many", "one", "other"],
};

function read(language: Language, area: string): Record<string, string> {
  const json: unknown = JSON.parse(readFileSync(new URL(`./catalogues/${language}/${area}.json`, import.meta.url), "utf8"));
  if (typeof json !== "object" || json === null) throw new Error(`${language}/${area}.json is not an object`);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, String(value)]));
}

interface Shape {
  placeholders: Set<string>;
  plurals: string[][];
}

/** The library exports no names for the kinds of its elements. */
const literal = 0;
const plural = 6;

function walk(elements: readonly MessageFormatElement[], shape: Shape): Shape {
  for (const element of elements) {
    if (Object.is(element.type, literal) || !("value" in element)) continue;
    shape.placeholders.add(element.value);
    if (!("options" in element)) continue;
    const options = Object.keys(element.options);
    if (Object.is(element.type, plural)) shape.plurals.push(options.filter((category) => !category.startsWith("=")).toSorted());
    for (const option of Object.values(element.options)) walk(option.value, shape);
  }
  return shape;
}

function shapeOf(source: string): Shape {
  const ast = new IntlMessageFormat(source, "en", undefined, { ignoreTag: true }).getAst();
  return walk(ast, { placeholders: new Set(), plurals: [] });
}

describe.each(areas())("the %s catalogue", (area) => {
  const english = read("en", area);

  it.each(languages)("has the English keys in %s, and no others", (language) => {
    expect(Object.keys(read(language, area)).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  it.each(languages)("has words for every key in %s", (language) => {
    const empty = Object.entries(read(language, area)).filter(([, source]) => source.trim() === "");
    expect(empty).toEqual([]);
  });

  it.each(languages)("has the English placeholders in %s", (language) => {
    const messages = read(language, area);
    for (const [key, source] of Object.entries(english)) {
      expect([key, [...shapeOf(messages[key] ?? "").placeholders].toSorted()]).toEqual([
        key,
        [...shapeOf(source).placeholders].toSorted(),
      ]);
    }
  });

  it.each(languages)("has exactly the plural forms of %s", (language) => {
    for (const [key, source] of Object.entries(read(language, area))) {
      for (const forms of shapeOf(source).plurals) expect([key, forms]).toEqual([key, categories[language]]);
    }
  });
});

it("has a name and a line of help for every field type, and for no other", () => {
  const keys = Object.keys(read("en", "fieldTypes"));
  expect(keys).toEqual(expect.arrayContaining(registeredFieldTypes.flatMap((type) => [type, `${type}.help`])));
  expect(new Set(keys.map((key) => key.split(".")[0]))).toEqual(new Set(registeredFieldTypes));
});

it("has a title and a message for every error code", () => {
  const errors = read("en", "errors");
  const missing = Object.keys(errorStatus).filter((code) => !errors[`${code}.title`] || !errors[`${code}.message`]);
  expect(missing).toEqual([]);
});
