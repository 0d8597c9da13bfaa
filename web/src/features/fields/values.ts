import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { FieldOption } from "@kartis/core/cards/fields/field.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import { printMinor, type Currency } from "@kartis/core/kernel/money.ts";

/** Values come as JSON of a shape that the field's type promises; these read it without trusting it. */
export const asText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
export const asNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
export const asIds = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];

export function asLink(value: unknown): { url: string; label: string } | undefined {
  if (typeof value !== "object" || value === null || !("url" in value) || typeof value.url !== "string") return undefined;
  return { url: value.url, label: "label" in value && typeof value.label === "string" ? value.label : "" };
}

export const optionOf = (field: Pick<Field, "options">, value: unknown): FieldOption | undefined =>
  field.options.find((option) => option.id === value);
export const currencyOf = (field: Pick<Field, "currency">): Currency => field.currency ?? "USD";

/** Without its scheme and closing slash: what people call a site. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** A value as text to edit: plain digits, the whole address. The field's definition reads it back. */
export function editableText(field: Field, value: unknown): string {
  if (fieldTraits[field.type].settings.includes("currency")) {
    const amount = asNumber(value);
    return amount === undefined ? "" : printMinor(amount, currencyOf(field)).replace(/\.0+$/, "");
  }
  const link = asLink(value);
  if (link) return link.label ? `${link.label} <${link.url}>` : link.url;
  return asText(value);
}
