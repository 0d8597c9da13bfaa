import { KartisError } from "../../../kernel/error.ts";
import { isStorable } from "../../../kernel/numbers.ts";
import type { Condition, Filter } from "../../query/schema.ts";
import { type CardTable, type Column, setMark } from "../columns.ts";
import { isOfActive } from "./figures.ts";
import { fold } from "../../../kernel/fold.ts";
import { type Sql, always, and, never, or } from "../../../data/replica/sql.ts";

/** The parts of a filter that an index can serve; gathered while compiling. */
export interface FilterShape {
  /** Columns in which every match has one of a few values. */
  readonly equal: Set<string>;
  /** Columns that are compared, every match within bounds. */
  readonly ranged: Set<string>;
  /** Columns that are read besides. */
  readonly read: Set<string>;
  /** Columns of figures that every match has a value in. */
  readonly figures: Set<string>;
  /** True when a figure is read, whichever card matches. */
  readsFigures: boolean;
  /** False when a column is read that an index cannot have. */
  indexable: boolean;
}

export const newShape = (): FilterShape => ({
  equal: new Set(),
  ranged: new Set(),
  read: new Set(),
  figures: new Set(),
  readsFigures: false,
  indexable: true,
});

/**
 * A filter as SQL. Exact meaning, the same as the tests' plain evaluator:
 * - Free text is compared folded: without case, accents, niqqud, final forms. Ids, days, instants and colors are compared as they are.
 * - EQUAL: the same; of a set: this member and no other. IN: one of the list. BETWEEN: at least the first and at most the second, so nothing when they are
 * swapped.
 * - GREATER_THAN is "at least" and LESS_THAN "at most": the spec's words for them.
 * - CONTAINS: has the text in it (an empty text is in every value); of a set: has the member. IN of a set: has at least one of the members.
 * - A card without a value is matched by NOT_EXISTS, by FALSE (an unticked box), and by NOT_CONTAINS, NOT_IN, NOT_BETWEEN, which mean "not so". Nothing else
 * matches it.
 * - IN of an empty list matches nothing, NOT_IN everything. `all` of nothing matches everything, `any` of nothing nothing.
 * Throws INVALID_INPUT naming the field when the type has no such field, the field's type no such operator, or the value is not of its kind.
 */
export function compileFilter(filter: Filter, table: CardTable, shape: FilterShape = newShape()): Sql {
  return compile(filter, table, shape, true);
}

function compile(filter: Filter, table: CardTable, shape: FilterShape, required: boolean): Sql {
  if ("all" in filter) return and(filter.all.map((part) => compile(part, table, shape, required)));
  if ("any" in filter) return or(filter.any.map((part) => compile(part, table, shape, required && filter.any.length === 1)));
  const column = table.columns.get(filter.fieldId);
  if (!column) throw invalid(filter.fieldId, "validation.unknownField");
  if (!column.operators.includes(filter.operator)) throw invalid(filter.fieldId, "validation.enum");
  const { operator } = filter;
  if (column.figure !== undefined) {
    shape.readsFigures = true;
    if (!required || !isOfActive(column, filter)) return condition(filter, column);
    shape.figures.add(column.figure);
    return condition(filter, { ...column, sql: `figure.${column.figure}` });
  }
  if (column.long) shape.indexable = false;
  else if (required && (operator === "EQUAL" || operator === "IN" || operator === "TRUE")) shape.equal.add(column.sql);
  else if (required && (operator === "BETWEEN" || operator === "GREATER_THAN" || operator === "LESS_THAN"))
    shape.ranged.add(column.sql);
  else shape.read.add(column.sql);
  return condition(filter, column);
}

function condition({ operator, value, fieldId }: Condition, column: Column): Sql {
  const { sql } = column;
  const one = () => operand(column, value, fieldId);
  const list = () => operands(column, value, fieldId);
  const pair = (): [string | number, string | number] => {
    const [from, to, ...rest] = list();
    if (from === undefined || to === undefined || rest.length > 0) throw invalid(fieldId, "validation.range");
    return [from, to];
  };
  const set = column.kind === "set";
  switch (operator) {
    case "EXISTS":
      return { text: `${sql} IS NOT NULL`, params: [] };
    case "NOT_EXISTS":
      return { text: `${sql} IS NULL`, params: [] };
    case "TRUE":
      return { text: `${sql} = 1`, params: [] };
    case "FALSE":
      return { text: `(${sql} IS NULL OR ${sql} = 0)`, params: [] };
    case "EQUAL":
      return { text: `${sql} = ?`, params: [set ? member(one()) : one()] };
    case "GREATER_THAN":
      return { text: `${sql} >= ?`, params: [one()] };
    case "LESS_THAN":
      return { text: `${sql} <= ?`, params: [one()] };
    case "BETWEEN":
      return { text: `${sql} BETWEEN ? AND ?`, params: pair() };
    case "NOT_BETWEEN":
      return { text: `(${sql} IS NULL OR ${sql} NOT BETWEEN ? AND ?)`, params: pair() };
    case "CONTAINS":
      return { text: `instr(${sql}, ?) > 0`, params: [set ? member(one()) : one()] };
    case "NOT_CONTAINS":
      return { text: `(${sql} IS NULL OR instr(${sql}, ?) = 0)`, params: [set ? member(one()) : one()] };
    case "IN":
      return isIn(column, list());
    case "NOT_IN":
      return notIn(column, list());
  }
}

function isIn({ sql, kind }: Column, values: readonly (string | number)[]): Sql {
  if (values.length === 0) return never;
  if (kind === "set") return or(values.map((value) => ({ text: `instr(${sql}, ?) > 0`, params: [member(value)] })));
  return { text: `${sql} IN (${values.map(() => "?").join(", ")})`, params: values };
}

function notIn({ sql, kind }: Column, values: readonly (string | number)[]): Sql {
  if (values.length === 0) return always;
  if (kind === "set") {
    const none = and(values.map((value) => ({ text: `instr(${sql}, ?) = 0`, params: [member(value)] })));
    return { text: `(${sql} IS NULL OR ${none.text})`, params: none.params };
  }
  return { text: `(${sql} IS NULL OR ${sql} NOT IN (${values.map(() => "?").join(", ")}))`, params: values };
}

const member = (value: string | number): string => `${setMark}${String(value).replaceAll(setMark, "")}${setMark}`;

function operand(column: Column, value: unknown, fieldId: string): string | number {
  if (column.kind === "number") {
    if (typeof value !== "number") throw invalid(fieldId, "validation.type");
    if (!isStorable(value)) throw invalid(fieldId, "validation.numberBounds");
    return value;
  }
  if (typeof value !== "string") throw invalid(fieldId, "validation.type");
  if (column.accept) {
    const parsed = column.accept(value);
    if (!parsed.ok) throw invalid(fieldId, parsed.message);
    return String(parsed.value);
  }
  return column.folded ? fold(value) : value;
}

function operands(column: Column, value: unknown, fieldId: string): (string | number)[] {
  if (!Array.isArray(value) || value.length > 1_000) throw invalid(fieldId, "validation.type");
  return value.map((each) => operand(column, each, fieldId));
}

export const invalid = (fieldId: string, messageKey: string): KartisError =>
  new KartisError("INVALID_INPUT", { fields: { [fieldId]: messageKey } });
