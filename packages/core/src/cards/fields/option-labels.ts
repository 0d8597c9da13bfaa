import type { FieldSettings } from "./field.ts";

/** An option by its label as a person would type it, or by its id. */
export function optionOf(text: string, settings: FieldSettings): string | undefined {
  const fold = (name: string) => name.trim().toLocaleLowerCase();
  const wanted = fold(text);
  const { options } = settings;
  const byLabel = options.find((option) => option.id === text || fold(option.label) === wanted);
  return (byLabel ?? options.find(({ alsoNamed }) => alsoNamed?.some((name) => fold(name) === wanted)))?.id;
}

/** Label of an option; empty if the field has no such option. */
export const labelOf = (id: string, settings: FieldSettings): string =>
  settings.options.find((option) => option.id === id)?.label ?? "";
