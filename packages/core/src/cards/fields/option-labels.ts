import type { FieldSettings } from "./field.ts";

/** An option by its label as a person would type it, or by its id. */
export function optionOf(text: string, settings: FieldSettings): string | undefined {
  const wanted = text.trim().toLocaleLowerCase();
  return settings.options.find((option) => option.id === text || option.label.trim().toLocaleLowerCase() === wanted)?.id;
}

/** What an option is called; nothing where the field has no such option. */
export const labelOf = (id: string, settings: FieldSettings): string =>
  settings.options.find((option) => option.id === id)?.label ?? "";
