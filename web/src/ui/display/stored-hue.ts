import { type Hue, hues } from "./hue.ts";

export function isHue(value: string): value is Hue {
  return hues.some((hue) => hue === value);
}

/** A stored color that this version does not know shows as slate. */
export function toHue(value: string): Hue {
  return isHue(value) ? value : "slate";
}
