import { definitionOf } from "../cards/fields/registry.ts";
import { acceptNew, type FieldContext, isTooLarge, settingsOf } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import type { UserId } from "../kernel/id.ts";
import type { Member } from "../organizations/index.ts";
import type { Reject } from "../operations/index.ts";
import type { Row } from "./rows.ts";
import type { Mapping } from "./schema.ts";

export type Converted =
  | { readonly ok: true; readonly line: number; readonly values: FieldValues }
  | { readonly ok: false; readonly reject: Reject };

/**
 * A row of the file as the values of a new card, or why not: the first thing that is wrong with it. Cells pass the same definitions as what a
 * person types.
 */
export function convertRow(
  row: Row,
  type: CardType,
  mapping: Mapping,
  members: readonly Member[],
  importerId: UserId,
  context: FieldContext,
): Converted {
  const refuse = (fieldId: string | null, message: string, value: string): Converted => ({
    ok: false,
    reject: { line: row.line, fieldId, message, value: value.slice(0, 500) },
  });
  if (row.error) return refuse(null, row.error, "");
  // As with a card that a person makes: the scopes of roles hang on its owner.
  const values: Record<string, unknown> = { owner: importerId };
  for (const { column, fieldId } of mapping) {
    const field = type.fields.find((candidate) => candidate.id === fieldId);
    const cell = unguarded(row.cells[column] ?? "").trim();
    if (!field || cell === "") continue;
    const text = field.type === "user" ? (memberNamed(members, cell) ?? cell) : cell;
    const parsed = definitionOf(field.type).fromText(text, settingsOf(field, context));
    if (!parsed.ok) return refuse(field.id, parsed.message, cell);
    values[field.id] = parsed.value;
  }
  const accepted = acceptNew(type, values, context);
  const [wrong] = Object.entries(accepted.errors);
  if (wrong) return refuse(wrong[0], wrong[1], "");
  if (isTooLarge(accepted.values)) return refuse(null, "validation.tooLarge", "");
  return { ok: true, line: row.line, values: accepted.values };
}

/** The apostrophe that exports put before what a spreadsheet would run as a formula. */
const unguarded = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

function memberNamed(members: readonly Member[], text: string): string | undefined {
  const wanted = text.toLocaleLowerCase();
  return members.find(
    (member) => member.userId === text || member.email.toLowerCase() === wanted || member.name.toLocaleLowerCase() === wanted,
  )?.userId;
}
