import { bad, type FieldDefinition, type Parsed } from "../../cards/fields/field.ts";
import { definitionOf } from "../../cards/fields/registry.ts";
import { acceptNew, acceptValues, type FieldContext, isTooLarge, settingsOf } from "../../cards/rules.ts";
import type { CardLookup } from "../../cards/index.ts";
import type { CardType, Field, FieldValues } from "../../cards/schema.ts";
import type { Member } from "../../organizations/index.ts";
import type { Alteration, Reject } from "../../operations/index.ts";
import { unguarded } from "../../exports/index.ts";
import { instantOf } from "../../kernel/zoned-time.ts";
import type { Row } from "../rows.ts";
import { wrongTargets } from "../related.ts";
import { type DayOrder, readLocalTime, usualDayOrder } from "../../kernel/local-times.ts";
import type { ImportJob, Mapping } from "../schema.ts";
import { maxTextLength } from "../../kernel/door.ts";
import { beginningOf, cleanText } from "../../kernel/text.ts";

/** Settings needed to read the rows of a file. */
export interface Reading {
  readonly type: CardType;
  readonly job: Pick<ImportJob, "mapping" | "mode" | "clearEmpty">;
  readonly members: readonly Member[];
  readonly importerId: string;
  readonly fieldContext: FieldContext;
  /** The cards that rows name. */
  readonly lookup: CardLookup;
  /** The organization's time zone, for local times without a zone. */
  readonly timeZone: string;
}

/** A row that can become a card, or a change of one. */
export interface ReadRow {
  readonly line: number;
  /** All values for a new card; for a possible update those in the file, null to clear a value. */
  readonly values: FieldValues;
  readonly cells: readonly string[] | undefined;
  /** The cells whose value differs from what the file says; absent if there are none. */
  readonly alterations?: readonly Alteration[];
}
/** A row that cannot: everything that is wrong with it, with its cells. */
export interface RefusedRow {
  readonly line: number;
  readonly rejects: readonly Reject[];
}

const shownCharacters = 500;
/** Rows with more text than this cannot be corrected on screen. */
const keptCharacters = 2_000;

/** The row's cells in the order of the mapping, or undefined if they are too long. */
export function cellsOf(row: Row, mapping: Mapping): readonly string[] | undefined {
  const cells = mapping.map(({ column }) => row.cells[column] ?? "");
  return cells.reduce((length, cell) => length + cell.length, 0) <= keptCharacters ? cells : undefined;
}

/** Long enough to identify a person or an address. */
const partCharacters = 80;

/** The row as refused, with each field that is wrong. */
export function refusal(
  line: number,
  cells: readonly string[] | undefined,
  errors: readonly Pick<Reject, "fieldId" | "message" | "value" | "part">[],
): RefusedRow {
  return {
    line,
    rejects: errors.map(({ fieldId, message, value, part }, at) => ({
      line,
      fieldId,
      message,
      value: beginningOf(value, shownCharacters),
      ...(part === undefined ? {} : { part: beginningOf(part, partCharacters) }),
      ...(at === 0 && cells ? { cells } : {}),
    })),
  };
}

/** Parsed cells of a row. */
export interface ReadCells {
  readonly values: Readonly<Record<string, unknown>>;
  readonly texts: ReadonlyMap<string, string>;
  readonly wrong: Pick<Reject, "fieldId" | "message" | "value">[];
  readonly alterations: readonly Alteration[];
  /** Cells in the order of the mapping; undefined if they are too long, or must not be stored with a rejected row. */
  readonly cells: readonly string[] | undefined;
}

/** Reads one cell; never called for an empty one. */
type ReadCell = (cell: string, field: Field, order: DayOrder) => Parsed<unknown>;

/**
 * Reads a row's cells, each into its field.
 * @param region the country by which days are read in columns whose order is not given
 * @param clears says that an empty cell is null rather than absent
 */
export function readCells(
  row: Row,
  { fields, mapping, region, clears }: { fields: readonly Field[]; mapping: Mapping; region: string; clears: boolean },
  read: ReadCell,
): ReadCells {
  const values: Record<string, unknown> = {};
  const texts = new Map<string, string>();
  const wrong: Pick<Reject, "fieldId" | "message" | "value">[] = [];
  const alterations: Alteration[] = [];
  const byId = new Map(fields.map((field) => [field.id, field]));
  const usualOrder = usualDayOrder(region);
  const isSecret = (field: Field | undefined) => field !== undefined && definitionOf(field.type).secret === true;
  // Secrets are never stored with a rejected row.
  const hasSecret = mapping.some(({ fieldId }) => isSecret(byId.get(fieldId ?? "")));
  for (const entry of mapping) {
    const field = byId.get(entry.fieldId ?? "");
    if (!field) continue;
    const written = unguarded(row.cells[entry.column] ?? "").trim();
    const cell = cleanText(written).trim();
    texts.set(field.id, cell);
    if (cell === "") {
      if (clears) values[field.id] = null;
      continue;
    }
    const parsed = cell.length > maxTextLength ? bad("validation.length") : read(cell, field, entry.dayOrder ?? usualOrder);
    const message = alterationOf(written, cell, field);
    if (message && !isSecret(field))
      alterations.push({ line: row.line, fieldId: field.id, message, value: beginningOf(cell, shownCharacters) });
    if (parsed.ok) values[field.id] = parsed.value;
    else wrong.push({ fieldId: field.id, message: parsed.message, value: isSecret(field) ? "" : cell });
  }
  return { values, texts, wrong, alterations, cells: hasSecret ? undefined : cellsOf(row, mapping) };
}

/** Reads a row by the same definitions as what a person types. A new card also needs its required values, and gets its defaults. */
export function convertRow(row: Row, reading: Reading): ReadRow | RefusedRow {
  const { type, job, importerId, fieldContext } = reading;
  if (row.error) return refusal(row.line, undefined, [{ fieldId: null, message: row.error, value: "" }]);
  const isNew = job.mode === "create";
  const { values, texts, wrong, alterations, cells } = readCells(
    row,
    { fields: type.fields, mapping: job.mapping, region: fieldContext.region, clears: job.clearEmpty && !isNew },
    (cell, field, order) => readCell(cell, field, order, reading),
  );
  const isSecret = (fieldId: string) =>
    type.fields.some((field) => field.id === fieldId && definitionOf(field.type).secret === true);
  // As for a card that a person creates: the scopes of roles depend on its owner.
  const accepted = isNew
    ? acceptNew(type, { owner: importerId, ...values }, fieldContext)
    : acceptValues(type, values, fieldContext);
  for (const [fieldId, message] of Object.entries(accepted.errors)) {
    if (!wrong.some((error) => error.fieldId === fieldId))
      wrong.push({ fieldId, message, value: isSecret(fieldId) ? "" : (texts.get(fieldId) ?? "") });
  }
  // For a possible change, the card decides: links it already has may stay.
  if (isNew)
    for (const fieldId of wrongTargets(reading.lookup, type, accepted.values))
      wrong.push({ fieldId, message: "validation.relatedCard", value: texts.get(fieldId) ?? "" });
  if (wrong.length > 0) return refusal(row.line, cells, wrong);
  if (isTooLarge(accepted.values))
    return refusal(row.line, cells, [{ fieldId: null, message: "validation.tooLarge", value: "" }]);
  return { line: row.line, values: accepted.values, cells, ...(alterations.length > 0 ? { alterations } : {}) };
}

/** Alteration of a cell on its way into the field, apart from the field's own formatting; undefined if none. */
function alterationOf(written: string, cell: string, field: Field): string | undefined {
  // Composing letters with their marks does not alter the text: by Unicode's own definition it is the same.
  if (cell !== written && cell.normalize() !== written.normalize()) return "imports.altered.characters";
  return definitionOf(field.type).oneLine && /[\r\n]/.test(cell) ? "imports.altered.lineBreaks" : undefined;
}

function readCell(
  cell: string,
  field: Field,
  order: DayOrder,
  { members, fieldContext, timeZone, lookup }: Reading,
): ReturnType<FieldDefinition<unknown>["fromText"]> {
  return definitionOf(field.type).fromText(cell, {
    ...settingsOf(field, fieldContext),
    cardNamed: (name) => lookup.named(field, name),
    personNamed: (text) => membersNamed(members, text)[0]?.userId,
    localTime: (text) => readLocalTime(text, order),
    instantOf: (day, time) => instantOf(day, time, timeZone),
  });
}

/** The members whom a text may mean: one by id or address, or everybody of that name. */
export function membersNamed(members: readonly Member[], text: string): Member[] {
  const wanted = text.toLocaleLowerCase();
  const addressed = members.find(({ userId, email }) => userId === text || email.toLowerCase() === wanted);
  return addressed ? [addressed] : members.filter(({ name }) => name.toLocaleLowerCase() === wanted);
}
