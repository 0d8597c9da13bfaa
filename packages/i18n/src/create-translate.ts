import { IntlMessageFormat } from "intl-messageformat";
import { directionOf, locales, type Language } from "./languages.ts";
import { choosingIn, isPlain, opensWith } from "./compile.ts";
import { inSentence } from "./in-sentence.ts";
import { findMessage, type MessageKey, type Messages } from "./messages.ts";

export type MessageParams = Readonly<Record<string, string | number | bigint | Date | null | undefined>>;

export interface Translate {
  /** The message in the language, with `params` filled in. A missing message yields its key. */
  (key: MessageKey, params?: MessageParams): string;
  /** Translates keys built at run time (an error's code, a field's message); undefined if there is no such message. */
  find(key: string, params?: MessageParams): string | undefined;
  readonly language: Language;
}

const firstStrong = "\u2068";
const popIsolate = "\u2069";
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;

export interface TranslateOptions {
  /** False for PDFs: the fonts there print stray glyphs for the isolate characters. */
  isolates?: boolean;
  /** Is given the areas of keys without a message, for those who load them later. */
  missed?: Set<string>;
}

/**
 * Text from users goes into a sentence inside a bidi isolate wherever the two could run in different directions; without one,
 * a Hebrew name would drag the punctuation around it along. The placeholder `label` is the name of a field or card type: lower case inside a sentence, as it is
 * where it begins one or stands in quotation marks.
 */
export function createTranslate(
  language: Language,
  messages: Messages,
  { isolates = true, missed }: TranslateOptions = {},
): Translate {
  const formats = new Map<
    string,
    { readonly format: IntlMessageFormat; readonly choosing: ReadonlySet<string>; readonly isQuoted: boolean }
  >();
  const isRightToLeft = directionOf(language) === "rtl";

  function isolate(value: MessageParams[string]): MessageParams[string] {
    if (!isolates || typeof value !== "string" || value === "") return value;
    return isRightToLeft || rightToLeft.test(value) ? `${firstStrong}${value}${popIsolate}` : value;
  }

  function find(key: string, params: MessageParams = {}): string | undefined {
    const source = findMessage(messages, key);
    if (source === undefined) return void missed?.add(key.slice(0, key.indexOf(".")));
    // Most messages are plain words, and the parser is the slow part.
    if (typeof source === "string" && isPlain(source)) return source;
    let known = formats.get(key);
    if (!known) {
      const format = new IntlMessageFormat(source, locales[language], undefined, { ignoreTag: true });
      const elements = format.getAst();
      known = { format, choosing: new Set(choosingIn(elements)), isQuoted: opensWith(elements, "label") };
      formats.set(key, known);
    }
    const { format, choosing, isQuoted } = known;
    const { label } = params;
    const given = typeof label === "string" && !isQuoted ? { ...params, label: inSentence(label, language) } : params;
    // A choice that was not given is the message's `undefined` or its `other`, and one that was is compared as it is.
    const values: MessageParams = {
      ...Object.fromEntries([...choosing].map((name) => [name, undefined])),
      ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, choosing.has(name) ? value : isolate(value)])),
    };
    return String(format.format(values));
  }

  return Object.assign((key: MessageKey, params?: MessageParams) => find(key, params) ?? key, { find, language });
}
