import { createTranslate, type Translate, type TranslateOptions } from "./create-translate.ts";
import type { Language } from "./languages.ts";
import { loadMessages } from "./load.ts";
import type { Messages } from "./messages.ts";

const mails: Readonly<Record<Language, () => Promise<{ default: Messages[string] }>>> = {
  en: () => import("./catalogues/en/mail.json", { with: { type: "json" } }),
  he: () => import("./catalogues/he/mail.json", { with: { type: "json" } }),
  hu: () => import("./catalogues/hu/mail.json", { with: { type: "json" } }),
  ru: () => import("./catalogues/ru/mail.json", { with: { type: "json" } }),
};

const templates: typeof mails = {
  en: () => import("./catalogues/en/templates.json", { with: { type: "json" } }),
  he: () => import("./catalogues/he/templates.json", { with: { type: "json" } }),
  hu: () => import("./catalogues/hu/templates.json", { with: { type: "json" } }),
  ru: () => import("./catalogues/ru/templates.json", { with: { type: "json" } }),
};

const made = new Map<string, Promise<Translate>>();

async function make(language: Language, options: TranslateOptions): Promise<Translate> {
  const [screens, mail, template] = await Promise.all([loadMessages(language), mails[language](), templates[language]()]);
  return createTranslate(language, { ...screens, mail: mail.default, templates: template.default }, options);
}

/**
 * For the server, which speaks to each recipient in their own language, mails and templates included. A language is read when it is first needed;
 * the same function comes back for the same language.
 */
export function translator(language: Language, options: TranslateOptions = {}): Promise<Translate> {
  const key = `${language}${options.isolates === false ? "-plain" : ""}`;
  const translate = made.get(key) ?? make(language, options);
  made.set(key, translate);
  return translate;
}

export type { Translate } from "./create-translate.ts";
