import { acceptInstant } from "./moments.ts";
import type { DatabaseSync } from "node:sqlite";
import type { PermissionType } from "../../../kernel/permission.ts";
import type { Scope } from "../../../kernel/scope.ts";
import { ordered } from "../../fields/field.ts";
import { type CardFigures, figureFields } from "../../figures/schema.ts";
import type { Condition } from "../../query/schema.ts";
import type { Column } from "../columns.ts";

/** Viewer and time of the figures. */
export interface FigureViewer {
  /** Scopes in which the viewer can read activities, by permission type. */
  readonly sight: ReadonlyMap<PermissionType, Scope>;
  readonly now: string;
}

/** A scope of cards, with the viewer of figures where the query reads any. */
export type CardScope = Scope & { readonly figures?: FigureViewer };

/** A table with a row for each card that has activities in the viewer's sight: `seq` and a column for each figure. */
export interface FigureTable {
  readonly name: string;
  /** Differs whenever a row may have changed. */
  readonly state: number;
  /** Creates an index on the column and the card's id. */
  index(column: string): void;
}

/** Counts figures. Activities provide it for the replicas that hold them, since this domain does not know them. */
export type FigureSource = (viewer: FigureViewer) => FigureTable;

const sources = new WeakMap<DatabaseSync, FigureSource>();
export const provideFigures = (db: DatabaseSync, source: FigureSource): void => void sources.set(db, source);

/** The viewer's figures as they are now. Throws for a replica without activities. */
export function figuresOf(db: DatabaseSync, viewer: FigureViewer): FigureTable {
  const source = sources.get(db);
  if (!source) throw new Error("This replica has no activities");
  return source(viewer);
}

const columnNames = {
  lastActivityAt: "last_activity_at",
  nextActivityAt: "next_activity_at",
  nextMeetingAt: "next_meeting_at",
  openTasks: "open_tasks",
  overdueTasks: "overdue_tasks",
} as const satisfies Record<keyof CardFigures, string>;

/** Figures as columns of every table of cards, once it is joined with their table under the name `figure`. */
export const figureColumns: readonly (readonly [string, Column])[] = figureFields.map(({ id, type }) => {
  const isCount = type === "number";
  const sql = isCount ? `coalesce(figure.${columnNames[id]}, 0)` : `figure.${columnNames[id]}`;
  return [
    id,
    {
      fieldId: id,
      sql,
      sortSql: sql,
      kind: isCount ? "number" : "text",
      ...(isCount ? {} : { accept: acceptInstant }),
      folded: false,
      operators: ordered.operators,
      sortable: true,
      summable: isCount,
      long: false,
      figure: columnNames[id],
    },
  ] as const;
});

export const figureJoin = ({ name }: FigureTable): string => `LEFT JOIN temp.${name} AS figure USING (seq)`;

/** True when no card without activities can match, so that the figures are all that need be looked at. */
export const isOfActive = (column: Column, { operator, value }: Condition): boolean => {
  const isPositive = (operand: unknown) => column.kind === "text" || (typeof operand === "number" && operand > 0);
  switch (operator) {
    case "EXISTS":
      return column.kind === "text";
    case "EQUAL":
    case "GREATER_THAN":
      return isPositive(value);
    case "BETWEEN":
      return Array.isArray(value) && isPositive(value[0]);
    case "LESS_THAN":
      return column.kind === "text";
    default:
      return false;
  }
};
export const figureSelection: string = Object.values(columnNames)
  .map((name) => `figure.${name}`)
  .join(", ");

/** The figures in a row that `figureSelection` was read with; undefined for another. */
export function figuresOfRow(row: Readonly<Record<string, unknown>>): CardFigures | undefined {
  if (!("open_tasks" in row)) return undefined;
  const instant = (name: string) => (typeof row[name] === "string" ? row[name] : null);
  return {
    lastActivityAt: instant(columnNames.lastActivityAt),
    nextActivityAt: instant(columnNames.nextActivityAt),
    nextMeetingAt: instant(columnNames.nextMeetingAt),
    openTasks: Number(row[columnNames.openTasks] ?? 0),
    overdueTasks: Number(row[columnNames.overdueTasks] ?? 0),
  };
}
