import type { Language } from "./languages.ts";
import type { LazyArea, Messages } from "./messages.ts";

const chunks: Readonly<Record<Language, () => Promise<{ default: Messages }>>> = {
  en: () => import("./catalogues/en/screens.ts"),
  he: () => import("./catalogues/he/screens.ts"),
  hu: () => import("./catalogues/hu/screens.ts"),
  ru: () => import("./catalogues/ru/screens.ts"),
};

/** Loads messages in the browser: one chunk per language, without the emails. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await chunks[language]()).default;
}

const areas = {
  en: () => import("./catalogues/en/areas.ts"),
  he: () => import("./catalogues/he/areas.ts"),
  hu: () => import("./catalogues/hu/areas.ts"),
  ru: () => import("./catalogues/ru/areas.ts"),
} as const satisfies Record<Language, unknown>;

/** Loads the texts of one screen or dialog in the browser, in a chunk of its own. */
export async function loadArea(language: Language, area: LazyArea): Promise<Messages> {
  const load = (await areas[language]()).default[`./${area}.json`];
  if (!load) throw new Error(`No catalogue ${language}/${area}`);
  return { [area]: (await load()).default };
}
