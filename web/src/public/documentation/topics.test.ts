import { expect, it } from "vitest";
import { findTopics, languageOfTopics, topicsOf } from "./topics.ts";

it.each(["en", "he"] as const)("every topic is there in %s, with a title and what it is about", async (language) => {
  expect(languageOfTopics(language)).toBe(language);
  for (const { name, title, blocks } of await topicsOf(language)) {
    expect(title, name).not.toBe(name);
    expect(blocks[1], name).toMatchObject({ kind: "paragraph" });
  }
});

it("finds topics by words of the title first, then of the text, whatever their case", async () => {
  const topics = await topicsOf("en");
  const names = (query: string) => findTopics(topics, query).map(({ topic }) => topic.name);
  expect(names("VIEWS")[0]).toBe("views");
  expect(names("recovery codes")).toEqual(["account"]);
  expect(names("recovery excavator")).toEqual([]);
  expect(names("  ")).toEqual([]);
});
