import { type Hue, useHueOfPerson } from "../../../ui/display/hue.ts";
import type { Entry } from "../entries.ts";

/** Its owner's color, or of a card its type's. What is not on the calendar yet is blue. */
export function useEntryHue(entry: Entry | undefined): Hue {
  const ofOwner = useHueOfPerson(entry && entry.kind !== "card" ? entry.owner : undefined);
  if (!entry) return "blue";
  return entry.kind === "card" ? entry.hue : ofOwner;
}
