import type { Language } from "@kartis/i18n/languages.ts";
import type { LazyArea } from "@kartis/i18n/messages.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as I18n from "./i18n.tsx";

/** Requests of the page in order; the test decides when each is answered. */
const asked: { readonly what: string; readonly answer: () => void }[] = [];

function load(what: string, messages: Record<string, Record<string, string>>) {
  const { promise, resolve } = Promise.withResolvers<typeof messages>();
  asked.push({ what, answer: () => resolve(messages) });
  return promise;
}

vi.mock("@kartis/i18n/load.ts", () => ({
  loadMessages: (language: Language) => load(language, { common: { save: `save ${language}` } }),
  loadArea: (language: Language, area: LazyArea) => load(`${language} ${area}`, { [area]: { title: `${area} ${language}` } }),
}));

async function answer(what: string): Promise<void> {
  await vi.waitFor(() => expect(asked.map((one) => one.what)).toContain(what));
  asked
    .splice(
      asked.findIndex((one) => one.what === what),
      1,
    )
    .forEach((one) => one.answer());
  // Code that waited for it continues.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

let words: typeof I18n;
beforeEach(async () => {
  vi.stubGlobal("document", { documentElement: { lang: "en", dir: "ltr" }, cookie: "" });
  vi.stubGlobal("location", { protocol: "https:" });
  vi.resetModules();
  asked.length = 0;
  words = await import("./i18n.tsx");
  const first = words.setLanguage("en");
  await answer("en");
  await first;
});
afterEach(() => vi.unstubAllGlobals());

it("a screen's words that arrive while the language changes are there in the new one", async () => {
  const screen = words.withWords(["settings"], Promise.resolve({}));
  const change = words.setLanguage("hu");
  await answer("en settings");
  await screen;
  await answer("hu");
  await answer("hu settings");
  await change;
  expect(words.currentTranslate()("settings.title")).toBe("settings hu");
  expect(words.currentTranslate()("common.save")).toBe("save hu");
});

it("a screen's words that arrive after the language has changed are fetched again, in the new one", async () => {
  const screen = words.withWords(["settings"], Promise.resolve({}));
  const change = words.setLanguage("hu");
  await answer("hu");
  await change;
  await answer("en settings");
  await answer("hu settings");
  await screen;
  expect(words.currentTranslate()("settings.title")).toBe("settings hu");
});

it("of two languages chosen one after the other the last is shown, whichever arrives first", async () => {
  const hungarian = words.setLanguage("hu");
  const russian = words.setLanguage("ru");
  await answer("ru");
  await answer("hu");
  await Promise.all([hungarian, russian]);
  expect(words.currentTranslate().language).toBe("ru");
  expect(document.documentElement.lang).toBe("ru");
});

it("words that come for what is not on the page yet draw nothing again; those that something on it was without do", async () => {
  const before = words.currentTranslate();
  const screen = words.withWords(["settings"], Promise.resolve({}));
  await answer("en settings");
  await screen;
  expect(before("settings.title")).toBe("settings en");
  expect(words.currentTranslate()).toBe(before);

  expect(before.find("plans.title")).toBeUndefined();
  const missed = words.withWords(["plans"], Promise.resolve({}));
  await answer("en plans");
  await missed;
  expect(words.currentTranslate()).not.toBe(before);
  expect(words.currentTranslate().find("plans.title")).toBe("plans en");
});
