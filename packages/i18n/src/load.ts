import type { Language } from "./languages.ts";
import type { Messages } from "./messages.ts";

const chunks: Readonly<Record<Language, () => Promise<{ default: Messages }>>> = {
  en: () => import("./catalogues/en/screens.ts"),
  he: () => import("./catalogues/he/screens.ts"),
  hu: () => import("./catalogues/hu/screens.ts"),
  ru: () => import("./catalogues/ru/screens.ts"),
};

/** For the browser: one chunk per language, without the mails. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await chunks[language]()).default;
}
