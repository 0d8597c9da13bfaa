import type { Language } from "@kartis/i18n/languages.ts";
import { namesIn } from "@kartis/i18n/names.ts";
import type { Words } from "./kernel/preset-names.ts";
import type { CallContext } from "./kernel/procedure.ts";

/** The names of templates in a reader's language. */
export const wordsOf = async (language: Language | null): Promise<Words> => (language ? namesIn(language) : null);

/** The language part of a call's context. */
export const calledIn = (language: Language | null): Pick<CallContext, "language" | "words"> => ({
  language,
  words: () => wordsOf(language),
});
