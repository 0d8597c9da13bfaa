import { definitionOf } from "../cards/fields/registry.ts";
import { type FieldContext, settingsOf } from "../cards/rules.ts";
import type { Field } from "../cards/schema.ts";
import type { CallValues } from "../incoming-webhooks/schema.ts";
import type { ReceivedSubmission } from "./schema.ts";

/** What a visitor has answered, as text; by the ids of fields that have been deleted since. */
export const answersIn = (
  { fields: answers }: Pick<ReceivedSubmission, "fields">,
  fields: readonly Field[],
  context: FieldContext,
): NonNullable<CallValues["values"]> =>
  Object.entries(answers).map(([fieldId, value]) => {
    const field = fields.find(({ id }) => id === fieldId);
    return { name: field?.label ?? fieldId, value: field ? textOf(field, value, context) : JSON.stringify(value) };
  });

function textOf(field: Field, value: unknown, context: FieldContext): string {
  const definition = definitionOf(field.type);
  if (definition.choices !== "options") return definition.toText(value, settingsOf(field, context));
  const chosen = [value].flat().map((id) => field.options.find((option) => option.id === id)?.label ?? String(id));
  return chosen.join(", ");
}
