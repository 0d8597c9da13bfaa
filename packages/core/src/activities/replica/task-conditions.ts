import { partsOfCard, scopeSql } from "../../cards/index.ts";
import { and, or, type Sql } from "../../data/replica/sql.ts";
import { shiftedDay } from "../../kernel/written-dates.ts";
import { fold } from "../../kernel/fold.ts";
import type { Scope } from "../../kernel/scope.ts";
import { dayAfter, instantOf } from "../../kernel/zoned-time.ts";
import { type DayBound, priorities, type TaskFilter } from "../tasks/schema.ts";

/** Written out rather than bound: the index of open tasks is a partial one, which a query must be seen to fit. */
export const tasksIn = (state: "open" | "done"): Sql => ({
  text: `activity.type = 'TASK' AND activity.state = '${state}'`,
  params: [],
});

/** Due before the beginning of a day in a zone: a day by its date, which is the same everywhere, an instant by the zone's clocks. */
export const dueBefore = (day: string, timeZone: string): Sql => ({
  text: "CASE WHEN activity.due_day IS NULL THEN activity.due_at < ? ELSE activity.due_day < ? END",
  params: [instantOf(day, "00:00", timeZone), day],
});

const placeholders = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

function among(column: string, values: readonly (string | null)[]): Sql {
  const params = values.filter((value) => value !== null);
  return or([
    ...(params.length < values.length ? [{ text: `activity.${column} IS NULL`, params: [] }] : []),
    ...(params.length > 0 ? [{ text: `activity.${column} IN (${placeholders(params)})`, params }] : []),
  ]);
}

/** About a card of the type that the caller sees. */
const aboutType = (cardTypeId: string, cardScope: Scope): Sql => {
  const visible = scopeSql(cardScope, "card.");
  return {
    text: `activity.card_id IN (SELECT card.id FROM card WHERE card.type_id = ? AND ${visible.text})`,
    params: [cardTypeId, ...visible.params],
  };
};

export interface Seen {
  /** Scopes of tasks and cards that the caller sees. */
  readonly scope: Scope;
  readonly cardScope: Scope;
  readonly timeZone: string;
  /** The caller's day. */
  readonly today: string;
}

/** Of a search; each is looked for in every task. */
const mostWords = 12;

/** The filter as a condition on rows of `activity`. */
export function conditionsOf(filter: TaskFilter, { timeZone, today, cardScope }: Omit<Seen, "scope">): Sql {
  const { state, assignedTo, notAssignedTo, createdBy, cardId, cardTypeId, dueFrom, dueUntil, doneFrom, text } = filter;
  const dayOf = (bound: DayBound) => (typeof bound === "number" ? (shiftedDay(today, bound, "day") ?? today) : bound);
  const when = (condition: string, isSo: boolean): Sql => ({ text: `${condition} IS ${isSo ? "NOT NULL" : "NULL"}`, params: [] });
  return and([
    tasksIn(state),
    ...(assignedTo ? [among("assignee", assignedTo)] : []),
    ...(notAssignedTo ? [{ text: `activity.assignee NOT IN (${placeholders(notAssignedTo)})`, params: notAssignedTo }] : []),
    ...(createdBy ? [among("created_by", createdBy)] : []),
    ...(filter.priorities
      ? [
          {
            text: `activity.priority IN (${placeholders(filter.priorities)})`,
            params: filter.priorities.map((wanted) => priorities.findIndex((known) => known === wanted) + 1),
          },
        ]
      : []),
    ...(cardId ? [{ text: `activity.card_id IN (${partsOfCard})`, params: [cardId] }] : []),
    ...(cardTypeId ? [aboutType(cardTypeId, cardScope)] : []),
    ...(dueFrom === undefined ? [] : [not(dueBefore(dayOf(dueFrom), timeZone))]),
    ...(dueUntil === undefined ? [] : [dueBefore(dayAfter(dayOf(dueUntil)), timeZone)]),
    ...(doneFrom ? [{ text: "activity.done_at >= ?", params: [doneFrom] }] : []),
    ...(filter.hasReminder === undefined ? [] : [when("json_extract(activity.held, '$.reminder')", filter.hasReminder)]),
    ...(filter.repeats === undefined ? [] : [when("json_extract(activity.held, '$.repeat')", filter.repeats)]),
    ...fold(text)
      .split(/\s+/)
      .filter((word) => word !== "")
      .slice(0, mostWords)
      .map((word) => ({ text: "instr(activity.folded, ?) > 0", params: [word] })),
  ]);
}

const not = ({ text, params }: Sql): Sql => ({ text: `NOT (${text})`, params });
