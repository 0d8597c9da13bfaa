import type { IntlMessageFormat } from "intl-messageformat";

/** A parsed message. */
export type MessageFormatElement = ReturnType<IntlMessageFormat["getAst"]>[number];

/** Without placeholders and quotes: the source is the message. */
export function isPlain(source: string): boolean {
  return !/[{'<]/.test(source);
}
