import { smsSize } from "./rules.ts";

/** Typographic characters, and what stands for them in the GSM alphabet. */
const equals = new Map([
  ["–", "-"],
  ["—", "-"],
  ["·", "-"],
  ["‘", "'"],
  ["’", "'"],
  ["“", '"'],
  ["”", '"'],
  ["„", '"'],
  ["…", "..."],
  ["\u00a0", " "],
  ["\u202f", " "],
]);

/** The text without typography where that alone keeps it out of the GSM alphabet, of which more than twice as much fits into a part. */
export function economical(text: string): string {
  const simple = [...text].map((character) => equals.get(character) ?? character).join("");
  return smsSize(simple).alphabet === "gsm7" ? simple : text;
}
