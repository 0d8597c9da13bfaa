import { readFileSync } from "node:fs";
import { languages } from "@kartis/i18n/languages.ts";
import { areas } from "@kartis/i18n/messages.ts";
import { expect, it } from "vitest";
import { parseInline } from "../texts/markdown.ts";
import { findTopics, topicsOf, type Topic } from "./topics.ts";

/** Heading levels of a topic, which are the same in every language. */
const headingsOf = ({ blocks }: Topic) => blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []));

it.each(languages)(
  "every topic is there in %s, with a title, what it is about and the same headings as in English",
  async (language) => {
    const english = await topicsOf("en");
    for (const [at, topic] of (await topicsOf(language)).entries()) {
      const { name, title, blocks } = topic;
      expect(title, name).not.toBe(name);
      expect(blocks[1], name).toMatchObject({ kind: "paragraph" });
      expect(headingsOf(topic), name).toEqual(english[at] && headingsOf(english[at]));
    }
  },
);

it.each(languages)("what topics refer to in %s is a topic", async (language) => {
  const topics = await topicsOf(language);
  const texts = topics.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === "list" ? block.items : block.kind === "table" || block.kind === "code" ? [] : [block.text],
    ),
  );
  const places = texts.flatMap((text) => parseInline(text).flatMap((part) => (part.kind === "link" ? [part.href] : [])));
  const names: string[] = topics.map(({ name }) => `/documentation/${name}`);
  expect(places.length).toBeGreaterThan(0);
  expect(places.filter((place) => !names.includes(place))).toEqual([]);
});

it("finds topics by words of the title first, then of the text, whatever their case", async () => {
  const topics = await topicsOf("en");
  const names = (query: string) => findTopics(topics, query).map(({ topic }) => topic.name);
  expect(names("VIEWS")[0]).toBe("views");
  expect(names("recovery codes")).toEqual(["account"]);
  expect(names("recovery excavator")).toEqual([]);
  expect(names("  ")).toEqual([]);
});

/** Emphasis that is not a label: text to type, and example names. */
const notLabels = new Set([
  "erase",
  "delete",
  "Cohen",
  "Коэн",
  "כהן",
  "Status (before)",
  "סטטוס (לפני כן)",
  "Állapot (előtte)",
  "Статус (прежде)",
]);

it.each(languages)("the labels that topics quote in %s stand on a screen in the same words", async (language) => {
  const onScreen = areas().flatMap((area): string[] => {
    const file = new URL(`../../../../packages/i18n/src/catalogues/${language}/${area}.json`, import.meta.url);
    return Object.values<string>(JSON.parse(readFileSync(file, "utf8")));
  });
  const quoted = (await topicsOf(language)).flatMap(({ name }) =>
    [...readFileSync(new URL(`./${language}/${name}.md`, import.meta.url), "utf8").matchAll(/\*\*([^*]+)\*\*/g)]
      .flatMap(([, label = ""]) => label.split(/ [→←] /))
      .filter((label) => !notLabels.has(label))
      .map((label) => ({ name, label: label.trim().replace(/[.:…]$/, "") })),
  );
  expect(quoted.length).toBeGreaterThan(50);
  expect(quoted.filter(({ label }) => !onScreen.some((text) => text.includes(label)))).toEqual([]);
});
