import { type FieldDefinition, bad } from "../cards/fields/field.ts";
import { isDay } from "../cards/fields/date.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { acceptNew, acceptValues, type FieldContext, isTooLarge, settingsOf } from "../cards/rules.ts";
import type { CardLookup } from "../cards/index.ts";
import type { CardType, Field, FieldValues } from "../cards/schema.ts";
import type { Member } from "../organizations/index.ts";
import type { Reject } from "../operations/index.ts";
import { unguarded } from "../exports/index.ts";
import { instantOf } from "./instants.ts";
import type { Row } from "./rows.ts";
import { wrongTargets } from "./related.ts";
import { readLocalTime } from "./rules.ts";
import type { ImportJob, Mapping } from "./schema.ts";

/** What the rows of a file are read by. */
export interface Reading {
  readonly type: CardType;
  readonly job: Pick<ImportJob, "mapping" | "mode" | "clearEmpty">;
  readonly members: readonly Member[];
  readonly importerId: string;
  readonly fieldContext: FieldContext;
  /** The cards that rows name. */
  readonly lookup: CardLookup;
  /** Of the organization: what a time on the wall without a zone is in. */
  readonly timeZone: string;
}

/** A row that can become a card, or a change of one. */
export interface ReadRow {
  readonly line: number;
  /** Of a new card all its values; of what may be a change those of the file, null where a value is taken away. */
  readonly values: FieldValues;
  readonly cells: readonly string[] | undefined;
}
/** A row that cannot: all that is wrong with it, all of its line. */
export interface RefusedRow {
  readonly line: number;
  readonly rejects: readonly Reject[];
}

const shownCharacters = 500;
/** Rows whose cells are longer in all are not mended on the screen. */
const keptCharacters = 2_000;

/** The row's cells in the order of the mapping, or undefined when there is too much in them. */
export function cellsOf(row: Row, mapping: Mapping): readonly string[] | undefined {
  const cells = mapping.map(({ column }) => row.cells[column] ?? "");
  return cells.reduce((length, cell) => length + cell.length, 0) <= keptCharacters ? cells : undefined;
}

/** The row as refused, with each field that is wrong. */
export function refusal(
  line: number,
  cells: readonly string[] | undefined,
  errors: readonly Pick<Reject, "fieldId" | "message" | "value">[],
): RefusedRow {
  return {
    line,
    rejects: errors.map(({ fieldId, message, value }, at) => ({
      line,
      fieldId,
      message,
      value: value.slice(0, shownCharacters),
      ...(at === 0 && cells ? { cells } : {}),
    })),
  };
}

/** Reads a row by the same definitions as what a person types. For a new card also what is required must be there, and defaults are put in. */
export function convertRow(row: Row, reading: Reading): ReadRow | RefusedRow {
  const { type, job, importerId, fieldContext } = reading;
  if (row.error) return refusal(row.line, undefined, [{ fieldId: null, message: row.error, value: "" }]);
  // What is secret is kept with nothing that is told of a row.
  const secret = new Set(type.fields.filter((field) => field.type === "password").map(({ id }) => id));
  const cells = job.mapping.some(({ fieldId }) => fieldId !== null && secret.has(fieldId))
    ? undefined
    : cellsOf(row, job.mapping);
  const values: Record<string, unknown> = {};
  const texts = new Map<string, string>();
  const wrong: Pick<Reject, "fieldId" | "message" | "value">[] = [];
  for (const entry of job.mapping) {
    const field = type.fields.find((candidate) => candidate.id === entry.fieldId);
    if (!field) continue;
    const cell = unguarded(row.cells[entry.column] ?? "").trim();
    texts.set(field.id, cell);
    if (cell === "") {
      if (job.clearEmpty && job.mode !== "create") values[field.id] = null;
      continue;
    }
    const parsed = readCell(cell, field, entry.dayOrder ?? "dayFirst", reading);
    if (parsed.ok) values[field.id] = parsed.value;
    else wrong.push({ fieldId: field.id, message: parsed.message, value: secret.has(field.id) ? "" : cell });
  }
  const isNew = job.mode === "create";
  // As with a card that a person makes: the scopes of roles hang on its owner.
  const accepted = isNew
    ? acceptNew(type, { owner: importerId, ...values }, fieldContext)
    : acceptValues(type, values, fieldContext);
  for (const [fieldId, message] of Object.entries(accepted.errors)) {
    if (!wrong.some((error) => error.fieldId === fieldId))
      wrong.push({ fieldId, message, value: secret.has(fieldId) ? "" : (texts.get(fieldId) ?? "") });
  }
  // Of what may be a change the card tells: what it names already may stay.
  if (isNew)
    for (const fieldId of wrongTargets(reading.lookup, type, accepted.values))
      wrong.push({ fieldId, message: "validation.relatedCard", value: texts.get(fieldId) ?? "" });
  if (wrong.length > 0) return refusal(row.line, cells, wrong);
  if (isTooLarge(accepted.values))
    return refusal(row.line, cells, [{ fieldId: null, message: "validation.tooLarge", value: "" }]);
  return { line: row.line, values: accepted.values, cells };
}

function readCell(
  cell: string,
  field: Field,
  order: "dayFirst" | "monthFirst",
  { members, fieldContext, timeZone, lookup }: Reading,
): ReturnType<FieldDefinition<unknown>["fromText"]> {
  const definition = definitionOf(field.type);
  const { control } = definition;
  const settings = settingsOf(field, fieldContext);
  if (control === "cards") return definition.fromText(cell, { ...settings, cardNamed: (name) => lookup.named(field, name) });
  if (control === "person") return definition.fromText(memberNamed(members, cell) ?? cell, settings);
  const local = control === "date" || control === "datetime" ? readLocalTime(cell, order) : undefined;
  if (!local) return definition.fromText(cell, settings);
  if (!isDay(local.day)) return bad(`validation.${control}`);
  return definition.fromText(control === "date" ? local.day : instantOf(local.day, local.time ?? "00:00", timeZone), settings);
}

function memberNamed(members: readonly Member[], text: string): string | undefined {
  const wanted = text.toLocaleLowerCase();
  return members.find(
    (member) => member.userId === text || member.email.toLowerCase() === wanted || member.name.toLocaleLowerCase() === wanted,
  )?.userId;
}
