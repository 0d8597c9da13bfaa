import { type FieldContext, isEmpty } from "../rules.ts";
import type { CardType, Field, FieldValues } from "../schema.ts";
import { hasOptions } from "./check.ts";
import type { ConversionJob } from "./conversion-job.ts";
import { convertValue, currentOption, type People } from "./convert-value.ts";

/**
 * The patch that makes a card's values fit its type as it is now; empty when they do. Doing it twice does nothing, and it does not matter how often the type
 * has changed meanwhile: a former field finds the field that has replaced it in the end, a former option likewise.
 */
export function reconcile(
  type: CardType,
  fields: FieldValues,
  from: ConversionJob["from"],
  context: FieldContext,
  people: People,
): FieldValues {
  const patch: Record<string, unknown> = {};
  for (const former of from) {
    const value = fields[former.id];
    if (isEmpty(value) || type.fields.some((field) => field.id === former.id)) continue;
    patch[former.id] = null;
    const heir = type.fields.find((field) => field.formerIds?.includes(former.id));
    // Values entered into the new field in the meantime stay.
    if (!heir || !isEmpty(fields[heir.id])) continue;
    const converted = convertValue(value, former, heir, context, people);
    if (converted !== undefined) patch[heir.id] = converted;
  }
  for (const field of type.fields) {
    if (!hasOptions(field) || isEmpty(fields[field.id])) continue;
    const fitting = fittingOptions(field, fields[field.id]);
    if (fitting !== undefined) patch[field.id] = fitting;
  }
  return patch;
}

/** The value with existing options only; null when none is left, undefined when all exist already. */
function fittingOptions(field: Field, value: unknown): unknown {
  const isThere = (id: unknown) => field.options.some((option) => option.id === id);
  if (!Array.isArray(value)) return isThere(value) ? undefined : (currentOption(field, value) ?? null);
  if (value.every(isThere)) return undefined;
  const ids = new Set(value.map((id) => currentOption(field, id)));
  const kept = field.options.filter((option) => ids.has(option.id)).map((option) => option.id);
  return kept.length > 0 ? kept : null;
}
