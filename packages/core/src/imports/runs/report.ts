import { definitionOf } from "../../cards/fields/registry.ts";
import { type FieldContext, isEmpty, settingsOf } from "../../cards/rules.ts";
import type { CardType } from "../../cards/schema.ts";
import { beginningOf } from "../../kernel/text.ts";
import { type Alteration, type Reject, type RunningOperation, shownAlterations, shownErrors } from "../../operations/index.ts";
import type { ChunkRow } from "./chunks.ts";
import type { RefusedRow } from "../values/convert.ts";

/** The rows with a cell that was altered. */
export const alteredOf = (rows: readonly ChunkRow[]): (readonly Alteration[])[] =>
  rows.flatMap((row) => ("alterations" in row && row.alterations ? [row.alterations] : []));

/** Filters the alterations to those that can still be listed. */
export const shownOf = ({ altered }: RunningOperation, rows: readonly (readonly Alteration[])[]): Alteration[] =>
  rows.flat().slice(0, Math.max(0, shownAlterations - altered));

/** The report of a chunk is one item of at most 400 KB, including the examples of changes. */
const maxReportBytes = 250 * 1024;
const shortCharacters = 50;
const shortRejects = 4;

/**
 * The report of the chunk's rejected rows, in their order. Cells are included while errors are shown on screen; of a chunk where everything is wrong and long,
 * only the beginning.
 */
export function rejectsOf({ failed, skipped }: RunningOperation, rows: readonly RefusedRow[]): Reject[] {
  const all = rows.toSorted((a, b) => a.line - b.line).flatMap((row) => [...row.rejects]);
  if (failed + skipped < shownErrors && Buffer.byteLength(JSON.stringify(all)) <= maxReportBytes) return all;
  const bare = all.map(({ cells: _, ...reject }) => reject);
  if (Buffer.byteLength(JSON.stringify(bare)) <= maxReportBytes) return bare;
  return [...Map.groupBy(bare, ({ line }) => line).values()].flatMap((rejects) =>
    rejects
      .slice(0, shortRejects)
      .map(({ part: _, ...reject }) => ({ ...reject, value: beginningOf(reject.value, shortCharacters) })),
  );
}

export function textOf(type: CardType, fieldId: string, value: unknown, context: FieldContext): string {
  const field = type.fields.find((candidate) => candidate.id === fieldId);
  return field && !isEmpty(value) ? definitionOf(field.type).toText(value, settingsOf(field, context)) : "";
}
