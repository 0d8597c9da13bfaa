import { quoted } from "../../data/replica/adaptive-indexes.ts";
import { chosen, isFolded, ordered, textual, type Operator } from "../fields/field.ts";
import { definitionOf } from "../fields/registry.ts";
import { isEmpty, settingsOf } from "../rules.ts";
import type { CardType, Field, FieldValues } from "../schema.ts";
import { fold } from "../../kernel/fold.ts";
import { figureColumns } from "./lists/figures.ts";
import { acceptDay, acceptInstant, type AcceptMoment } from "./lists/moments.ts";

type Value = string | number | null;

/** Something to filter, sort, sum or group by, and the SQL for it. */
export interface Column {
  readonly fieldId: string;
  /** Its name in the table, quoted. */
  readonly sql: string;
  /** SQL expression to sort by; for options, the column with their rank. */
  readonly sortSql: string;
  readonly kind: "text" | "number" | "set";
  /** The column holds the folded text (`fold.ts`), so operands are folded too. */
  readonly folded: boolean;
  readonly operators: readonly Operator[];
  /** Days and instants only. */
  readonly accept?: AcceptMoment;
  readonly sortable: boolean;
  readonly summable: boolean;
  /** Too long to be part of an index. */
  readonly long: boolean;
  /** Figures only: the column in the table of figures, which has no row for cards without activities. No index of the card table covers it. */
  readonly figure?: string;
}

/** A table of cards and its columns. */
export interface CardTable {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
}

/** Separates and encloses the members of a set, so that each can be searched whole. Never part of one: see `setText`. */
export const setMark = "\u001f";
/** The members of a set as one text. */
export const setText = (members: readonly string[]): string =>
  `${setMark}${members.map((member) => member.replaceAll(setMark, "")).join(setMark)}${setMark}`;

interface FieldColumn extends Column {
  readonly field: Field;
  /** The unquoted name of the column with the options' rank, for fields with options that can be sorted. */
  readonly rankSql: string | null;
}

const computed = (fieldId: string, sql: string): [string, Column] => [
  fieldId,
  {
    fieldId,
    sql,
    sortSql: sql,
    kind: "text",
    folded: false,
    operators: ordered.operators,
    sortable: true,
    summable: false,
    long: false,
  },
];

const instants = (fieldId: string, sql: string): [string, Column] => [
  fieldId,
  { ...computed(fieldId, sql)[1], accept: acceptInstant },
];

/** The cards of all types: what every type has. */
export const allCards: CardTable = {
  name: "card",
  columns: new Map<string, Column>([
    ["name", { ...computed("name", "name")[1], folded: true, operators: textual.operators }],
    ["status", { ...computed("status", "status")[1], operators: chosen.operators }],
    ["owner", { ...computed("owner", "owner")[1], operators: chosen.operators }],
    instants("createdAt", "created_at"),
    instants("updatedAt", "updated_at"),
    ...figureColumns,
  ]),
};

/**
 * The table of one card type: a row for each card outside the trash, a column for each field. Immutable field ids name the columns, so
 * renaming a field changes nothing here.
 */
export class TypeTable implements CardTable {
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** Changes when rows have to be derived again: the fields, their kinds, the order of their options. */
  readonly signature: string;
  readonly #fields: readonly FieldColumn[];
  readonly #insert: string;

  constructor(type: CardType) {
    this.name = `cards:${type.id}`;
    // Long texts last, so that a scan over the others does not walk through their overflow pages.
    this.#fields = type.fields.map(fieldColumn).toSorted((a, b) => Number(a.long) - Number(b.long));
    this.columns = new Map([
      instants("createdAt", "created_at"),
      instants("updatedAt", "updated_at"),
      ...figureColumns,
      ...this.#fields.map((column): [string, Column] => [column.fieldId, column]),
    ]);
    this.signature = JSON.stringify(
      type.fields.map(({ id, type: fieldType, options }) => [id, fieldType, options.map((option) => option.id)]),
    );
    const names = ["seq", "id", "owner", "created_at", "updated_at", ...this.#own.flatMap(sqlNames)];
    this.#insert = `INSERT INTO ${quoted(this.name)} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  }

  /** Every table has a column for the owner, since the scope needs it. */
  get #own(): readonly FieldColumn[] {
    return this.#fields.filter((column) => column.fieldId !== "owner");
  }

  get insertSql(): string {
    return this.#insert;
  }

  createSql(): string {
    return `CREATE TABLE ${quoted(this.name)} (${[
      "seq INTEGER PRIMARY KEY",
      "id TEXT NOT NULL",
      "owner TEXT",
      "created_at TEXT NOT NULL",
      "updated_at TEXT NOT NULL",
      ...this.#own.flatMap(sqlColumns),
    ].join(", ")})`;
  }

  /**
   * Migrates the type's table without deriving every row again, which takes many seconds for a hundred thousand cards while everybody waits. Undefined when a
   * field has another kind under the same id, which needs a rebuild.
   */
  changeFrom(before: TypeTable): TableChange | undefined {
    const old = new Map(before.#own.map((column) => [column.fieldId, column]));
    if (this.#own.some((column) => (old.get(column.fieldId)?.field.type ?? column.field.type) !== column.field.type))
      return undefined;
    const added = this.#own.filter((column) => !old.has(column.fieldId));
    const removed = before.#own.filter((column) => !this.columns.has(column.fieldId));
    const table = quoted(this.name);
    const reranked = this.#own.flatMap((column) => {
      const was = old.get(column.fieldId);
      if (!was || !column.rankSql || optionIds(was.field) === optionIds(column.field)) return [];
      return [`UPDATE ${table} SET ${column.rankSql} = ${rankCase(column)}`];
    });
    return {
      addedIds: added.map((column) => column.fieldId),
      removedIds: removed.map((column) => column.fieldId),
      sql: [
        ...removed.flatMap(sqlNames).map((name) => `ALTER TABLE ${table} DROP COLUMN ${name}`),
        ...added.flatMap(sqlColumns).map((column) => `ALTER TABLE ${table} ADD COLUMN ${column}`),
        ...reranked,
      ],
    };
  }

  /** Values for `insertSql`. */
  row(card: { seq: number; id: string; createdAt: string; updatedAt: string; fields: FieldValues }): Value[] {
    const row: Value[] = [card.seq, card.id, ownerOf(card.fields), card.createdAt, card.updatedAt];
    for (const column of this.#own) {
      const value = columnValue(column.field, card.fields[column.fieldId], column.folded);
      row.push(value);
      if (column.rankSql) {
        const rank = column.field.options.findIndex((option) => option.id === value);
        row.push(rank === -1 ? null : rank);
      }
    }
    return row;
  }
}

export const ownerOf = (fields: FieldValues): string | null => (typeof fields["owner"] === "string" ? fields["owner"] : null);

/** Migration from one table of a card type to another. */
export interface TableChange {
  /** Fields whose columns have to be filled where cards have values for them. */
  readonly addedIds: readonly string[];
  readonly removedIds: readonly string[];
  readonly sql: readonly string[];
}

const optionIds = (field: Field): string => JSON.stringify(field.options.map((option) => option.id));

function rankCase({ sql, field }: FieldColumn): string {
  if (field.options.length === 0) return "NULL";
  return `CASE ${sql} ${field.options.map(({ id }, rank) => `WHEN '${id.replaceAll("'", "''")}' THEN ${rank}`).join(" ")} END`;
}

/** NUMERIC stores whole numbers as integers, which JavaScript receives as doubles: sums of them are exact. */
const sqlColumns = (column: FieldColumn): string[] => [
  `${column.sql} ${column.kind === "number" ? "NUMERIC" : "TEXT"}`,
  ...(column.rankSql ? [`${column.rankSql} INTEGER`] : []),
];

const sqlNames = (column: FieldColumn): string[] => (column.rankSql ? [column.sql, column.rankSql] : [column.sql]);

function fieldColumn(field: Field): FieldColumn {
  const definition = definitionOf(field.type);
  const sql = field.id === "owner" ? "owner" : quoted(`f:${field.id}`);
  const rankSql = definition.sortable && definition.choices === "options" ? quoted(`rank:${field.id}`) : null;
  return {
    field,
    fieldId: field.id,
    sql,
    rankSql,
    sortSql: rankSql ?? sql,
    kind: definition.column,
    folded: isFolded(definition),
    operators: definition.operators,
    ...(definition.moment === "day" ? { accept: acceptDay } : definition.moment === "instant" ? { accept: acceptInstant } : {}),
    sortable: definition.sortable,
    summable: definition.summable,
    long: definition.long === true,
  };
}

/** A field's value for its column: null for none, and for one that no longer fits the field's type (a card may be older than the last change of its type). */
export function columnValue(field: Field, value: unknown, folded = isFolded(definitionOf(field.type))): Value {
  if (isEmpty(value)) return null;
  const definition = definitionOf(field.type);
  if (definition.column === "set") {
    return Array.isArray(value) && value.every((member) => typeof member === "string") ? setText(value) : null;
  }
  let held: Value;
  try {
    held = definition.toColumn(value, settingsOf(field, { currency: "USD", region: "" }));
  } catch {
    return null;
  }
  if (definition.column === "number") return typeof held === "number" && Number.isFinite(held) ? held : null;
  return typeof held === "string" ? (folded ? fold(held) : held) : null;
}
