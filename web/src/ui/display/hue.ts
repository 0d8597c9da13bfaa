import { useSyncExternalStore } from "react";
import { type Hue, hues } from "@kartis/core/cards/fields/field.ts";

/** On an element, `data-hue` sets `--hue-bg`, `--hue-line`, `--hue-text` and `--hue-dot` (hues.css). */
export { hues, type Hue };

/** Color derived from an id, whoever else has it; the first, slate, is reserved for records. */
export function ownHue(userId: string): number {
  let hash = 0;
  for (const character of userId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return 1 + (hash % (hues.length - 1));
}

/** The colours of the organization's people, and who wants to know when they change; `person-hues.ts` gives them. */
export const people = { hues: new Map<string, Hue>(), watchers: new Set<() => void>() };

function watch(watcher: () => void): () => void {
  people.watchers.add(watcher);
  return () => people.watchers.delete(watcher);
}

/** A person's color, which is the same everywhere; slate without a person. */
export const useHueOfPerson = (userId = ""): Hue =>
  useSyncExternalStore(watch, () => (userId && (people.hues.get(userId) ?? hues[ownHue(userId)])) || "slate");
