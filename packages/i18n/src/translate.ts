import type { Translate, TranslateOptions } from "./create-translate.ts";
import type { Language } from "./languages.ts";
import type { Messages } from "./messages.ts";

type Catalogues = Readonly<Record<Language, () => Promise<{ default: Messages }>>>;

/** A language is read when it is first needed; the same function comes back for the same language. */
export function translatorOf(catalogues: Catalogues): (language: Language, options?: TranslateOptions) => Promise<Translate> {
  const made = new Map<string, Promise<Translate>>();
  return (language, options = {}) => {
    const key = `${language}${options.isolates === false ? "-plain" : ""}`;
    const translate =
      made.get(key) ??
      Promise.all([import("./create-translate.ts"), catalogues[language]()]).then(([{ createTranslate }, messages]) =>
        createTranslate(language, messages.default, options),
      );
    made.set(key, translate);
    return translate;
  };
}

/**
 * For the server, which speaks to each recipient in their own language: mails, templates, and the reasons in files. Only the server's texts: those of the
 * screens would make every Lambda bigger.
 */
export const translator = translatorOf({
  en: () => import("./catalogues/en/server.ts"),
  he: () => import("./catalogues/he/server.ts"),
  hu: () => import("./catalogues/hu/server.ts"),
  ru: () => import("./catalogues/ru/server.ts"),
});

export type { Translate } from "./create-translate.ts";
