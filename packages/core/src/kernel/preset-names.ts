import * as z from "zod";

/**
 * Property → catalogue key of the name that a template gave it and that nobody has changed since. Beside it the name is stored in the language it was created
 * in; readers are shown the catalogue's, in theirs.
 */
export const PresetNamesSchema = z.record(z.string(), z.string());
export type PresetNames = z.infer<typeof PresetNamesSchema>;

/** Something whose names may still be a template's. */
export interface Preset {
  readonly presets?: PresetNames | undefined;
}

/** Names by catalogue key, in the reader's language; null for a caller without one, who is shown names as they are stored. */
export type Words = { find(key: string): string | undefined } | null;

const isPresetNames = (value: unknown): value is PresetNames => PresetNamesSchema.safeParse(value).success;

/** The names that a reader sees, by property. */
export function shownNames(thing: Preset, words: Words): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(thing.presets ?? {}).map(([property, key]) => [property, words?.find(key) ?? Reflect.get(thing, property)]),
  );
}

/** The value with every preset name in it, at any depth, in the reader's words, and without the keys. Only names that are there are replaced. */
export function inWords<T>(value: T, words: Words): T;
export function inWords(value: unknown, words: Words): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => inWords(part, words));
  if (typeof value !== "object" || value === null) return value;
  const presets: unknown = Reflect.get(value, "presets");
  const shown = isPresetNames(presets) ? shownNames({ ...value, presets }, words) : {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([property]) => property !== "presets")
      .map(([property, part]) => [property, property in shown ? shown[property] : inWords<unknown>(part, words)]),
  );
}

/**
 * `edited` with the preset names of `before` that came back as its editor was shown them; any other name is the organization's own from now on, in whatever
 * language it was entered.
 */
export function keepingPresets<T extends Preset>(before: Preset | undefined, edited: T, words: Words): T {
  const shown = before ? shownNames(before, words) : {};
  const kept = Object.entries(before?.presets ?? {}).filter(([property]) => Reflect.get(edited, property) === shown[property]);
  const { presets: _, ...rest } = edited;
  const stored = Object.fromEntries(kept.map(([property]) => [property, before && Reflect.get(before, property)]));
  return { ...rest, ...stored, ...(kept.length > 0 ? { presets: Object.fromEntries(kept) } : {}) } as T; // the same properties, some with another text
}
