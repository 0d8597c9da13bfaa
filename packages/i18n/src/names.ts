import { type Language, languages } from "./languages.ts";
import { findMessage, type Messages } from "./messages.ts";

/** The words of templates and standard fields alone: plain text, so that a list needs neither the whole catalogue nor the message parser. */
const catalogues: Readonly<Record<Language, () => Promise<{ default: Messages }>>> = {
  en: () => import("./catalogues/en/names.ts"),
  he: () => import("./catalogues/he/names.ts"),
  hu: () => import("./catalogues/hu/names.ts"),
  ru: () => import("./catalogues/ru/names.ts"),
};

/** The name that a template gives something, by its catalogue key; undefined where there is none. */
export interface Names {
  find(key: string): string | undefined;
}

export async function namesIn(language: Language): Promise<Names> {
  const { default: messages } = await catalogues[language]();
  return {
    find(key) {
      const name = findMessage(messages, key);
      return typeof name === "string" ? name : undefined;
    },
  };
}

export const namesInAll = (): Promise<Names[]> => Promise.all(languages.map(namesIn));
