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

/** Whether the placeholder stands where a capital belongs: at the start of a sentence, or in quotation marks. */
export function opensWith(elements: readonly MessageFormatElement[], name: string): boolean {
  const at = elements.findIndex((element) => "value" in element && element.value === name);
  const before = elements[at - 1];
  return at === 0 || (before !== undefined && "value" in before && /[.“„«״] ?$/.test(before.value));
}

/** Without placeholders and quotes: the source is the message. */
export function isPlain(source: string): boolean {
  return !/[{'<]/.test(source);
}
