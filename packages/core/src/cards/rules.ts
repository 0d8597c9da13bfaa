import { isId } from "../kernel/id-form.ts";
import type { FileId } from "../kernel/id.ts";
import { sameValue } from "../kernel/same-value.ts";
import { avatarField } from "./fields/avatar.ts";
import { type FieldSettings, isEmpty, type Operator } from "./fields/field.ts";
import { definitionOf } from "./fields/registry.ts";
import { startErrors } from "./processes.ts";
import type { Card, CardType, Field, FieldValues } from "./schema.ts";
import type { SearchResult } from "./query/schema.ts";

export { isEmpty };

/** The organization's settings that the fields' definitions need. */
export interface FieldContext {
  readonly currency: FieldSettings["currency"];
  readonly region: string;
  readonly cardName?: FieldSettings["cardName"];
}

/** The settings a field's definition works with. */
export function settingsOf(field: Field, context: FieldContext): FieldSettings {
  return {
    options: field.options,
    currency: field.currency ?? context.currency,
    region: context.region,
    ...(field.min === undefined ? {} : { min: field.min }),
    ...(field.max === undefined ? {} : { max: field.max }),
    ...(field.relation ? { relation: field.relation } : {}),
    ...(context.cardName ? { cardName: context.cardName } : {}),
  };
}

/** The field of that id, including the implied avatar. */
export const fieldOfType = (type: CardType, fieldId: string): Field | undefined =>
  type.fields.find((candidate) => candidate.id === fieldId) ?? (fieldId === avatarField.id ? avatarField : undefined);

/** The file that is the card's picture. */
export function avatarOf({ fields }: Pick<Card, "fields">): FileId | null {
  const value = fields[avatarField.id];
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof first === "object" && first !== null && "fileId" in first && isId("fil", first.fileId) ? first.fileId : null;
}

/** 150 KB, so that before and after fit one journal record (ARCHITECTURE, "Size"). */
export const maxCardBytes = 150 * 1024;

export function isTooLarge(values: FieldValues): boolean {
  const text = JSON.stringify(values);
  // No character takes more than three bytes, so that few texts need to be encoded.
  return text.length * 3 > maxCardBytes && new TextEncoder().encode(text).length > maxCardBytes;
}

export interface Accepted {
  /** Normalised; null clears the value. Only the fields of the patch. */
  readonly values: FieldValues;
  /** Field id → catalogue key of its error. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Checks and normalises a patch against the type: known fields, each by its definition, and no required field emptied. */
export function acceptValues(type: CardType, patch: FieldValues, context: FieldContext): Accepted {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const [fieldId, raw] of Object.entries(patch)) {
    const field = fieldOfType(type, fieldId);
    if (!field) errors[fieldId] = "validation.unknownField";
    else if (isEmpty(raw) || (typeof raw === "string" && raw.trim() === "")) {
      if (field.required) errors[fieldId] = "validation.required";
      else values[fieldId] = null;
    } else {
      const parsed = definitionOf(field.type).accept(raw, settingsOf(field, context));
      if (parsed.ok) values[fieldId] = parsed.value;
      else errors[fieldId] = parsed.message;
    }
  }
  return { values, errors };
}

/** The values of a new card: defaults where nothing is given, and every required field there. */
export function acceptNew(type: CardType, given: FieldValues, context: FieldContext): Accepted {
  const withDefaults = { ...given };
  for (const field of type.fields) {
    if (isEmpty(withDefaults[field.id]) && !isEmpty(field.defaultValue)) withDefaults[field.id] = field.defaultValue;
  }
  const { values, errors } = acceptValues(type, withDefaults, context);
  const missing = type.fields.filter((field) => field.required && isEmpty(withDefaults[field.id]));
  return {
    values: withoutNulls(values),
    errors: {
      ...startErrors(type, values),
      ...errors,
      ...Object.fromEntries(missing.map((field) => [field.id, "validation.required"])),
    },
  };
}

export const withoutNulls = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

/** True for equal values, and for two that are none. The engine does not keep the order in which an object's properties were written. */
export const isSame = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || sameValue(a, b);

/** The part of the patch that changes anything, with the previous values; null means no value on both sides. */
export function difference(
  current: FieldValues,
  patch: FieldValues,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [fieldId, value] of Object.entries(patch)) {
    const old = current[fieldId] ?? null;
    const next = isEmpty(value) ? null : value;
    if (sameValue(old, next)) continue;
    before[fieldId] = old;
    after[fieldId] = next;
  }
  return { before, after };
}

/**
 * Fields of the patch that someone else changed after the version the caller saw. Two writers of different fields merge; of the same field, the later one
 * gets a conflict.
 */
export function conflicts(
  fieldVersions: Readonly<Record<string, number>>,
  expectedVersion: number | undefined,
  patch: FieldValues,
): string[] {
  if (expectedVersion === undefined) return [];
  return Object.keys(patch).filter((fieldId) => (fieldVersions[fieldId] ?? 0) > expectedVersion);
}

/** The normalised value by which two cards are compared, or undefined if the card has none: empty values never collide. */
export function identifyingValue(field: Field, values: FieldValues, context: FieldContext): string | undefined {
  const value = values[field.id];
  if (isEmpty(value)) return undefined;
  const text = definitionOf(field.type)
    .toText(value, settingsOf(field, context))
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ");
  return text === "" ? undefined : text;
}

/** True when the operator is one that the field's type has. */
export const allows = (field: Field, operator: Operator): boolean => definitionOf(field.type).operators.includes(operator);

/** The card as a search result (SPEC section 3): its first e-mail and phone, whatever the fields' names. */
export function searchResultOf(type: CardType, card: Pick<Card, "id" | "fields">): SearchResult {
  const first = (fieldType: Field["type"]) => {
    const value = card.fields[type.fields.find((field) => field.type === fieldType && !isEmpty(card.fields[field.id]))?.id ?? ""];
    return typeof value === "string" ? value : null;
  };
  const name = card.fields["name"];
  return {
    id: card.id,
    cardTypeId: type.id,
    name: typeof name === "string" ? name : "",
    avatarFileId: avatarOf(card),
    email: first("email"),
    phone: first("phone"),
  };
}
