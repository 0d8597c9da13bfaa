/** Addresses are written in Latin letters in every language. */
const addresses = /\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+/gi;
const letters = /\p{L}/gu;
/** Scripts that are written from right to left (Unicode, "Bidi_Class" R and AL), those in use. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The direction of a text that people wrote: that of most of its letters, addresses aside. `dir="auto"` takes the first letter's, which in "Kartis: שלום" is the
 * name's. Undefined, for the direction of the page, without letters or with as many of either.
 */
export function textDirection(text: string): "ltr" | "rtl" | undefined {
  let balance = 0;
  for (const [letter] of text.replace(addresses, "").matchAll(letters)) balance += rightToLeft.test(letter) ? 1 : -1;
  return balance === 0 ? undefined : balance > 0 ? "rtl" : "ltr";
}

/** Unicode's isolates: of a direction, or of that of the first letter. */
const isolates = { ltr: "\u2066", rtl: "\u2067", auto: "\u2068" } as const;

/** The text for a place that takes no elements, isolated from the direction of what surrounds it. @param direction by default that of its first letter */
export const isolated = (text: string, direction: "ltr" | "rtl" | "auto" = "auto"): string =>
  `${isolates[direction]}${text}\u2069`;
