import type { IntlMessageFormat } from "intl-messageformat";

/** A parsed message. */
export type MessageFormatElement = ReturnType<IntlMessageFormat["getAst"]>[number];

/** Placeholders that choose between wordings (select, plural) and are not themselves written. */
export function choosingIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) =>
    "options" in element
      ? [element.value, ...Object.values(element.options).flatMap(({ value }) => choosingIn(value))]
      : "children" in element
        ? choosingIn(element.children)
        : [],
  );
}

/** Without placeholders and quotes: the source is the message. */
export function isPlain(source: string): boolean {
  return !/[{'<]/.test(source);
}
