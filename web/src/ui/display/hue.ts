import { type Hue, hues } from "@kartis/core/cards/fields/field.ts";

/** On an element, `data-hue` sets `--hue-bg`, `--hue-line`, `--hue-text` and `--hue-dot` (hues.css). */
export { hues, type Hue };

export function isHue(value: string): value is Hue {
  return hues.some((hue) => hue === value);
}

/** A stored colour that this version does not know shows as slate. */
export function toHue(value: string): Hue {
  return isHue(value) ? value : "slate";
}

const personHues = hues.slice(1);

/** The same person has the same colour everywhere; slate is kept for records. */
export function hueOfPerson(userId: string): Hue {
  let hash = 0;
  for (const character of userId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return personHues[hash % personHues.length] ?? "blue";
}
