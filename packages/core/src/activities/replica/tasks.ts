import { and, namesOfCards, or, partsOfCard, scopeSql, type Sql } from "../../cards/index.ts";
import { fold } from "../../kernel/fold.ts";
import type { CardId, OrgId, UserId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { dayAfter, dayOf, instantOf } from "../../kernel/zoned-time.ts";
import { openReplica } from "../../replicas.ts";
import { taskOf } from "../tasks/rules.ts";
import { priorities, type Task, type TaskCounts, type TaskFilter, type TaskList } from "../tasks/schema.ts";
import { activityOfRow } from "./rows.ts";
import { activityScopeSql } from "./scope.ts";
import { trashedOf } from "./trash.ts";

/** Due before the beginning of a day in a zone: a day by its date, which is the same everywhere, an instant by the zone's clocks. */
const dueBefore = (day: string, timeZone: string): Sql => ({
  text: "CASE WHEN activity.due_day IS NULL THEN activity.due_at < ? ELSE activity.due_day < ? END",
  params: [instantOf(day, "00:00", timeZone), day],
});
const not = ({ text, params }: Sql): Sql => ({ text: `NOT (${text})`, params });

const inState = (state: "open" | "done"): Sql => ({ text: "activity.type = 'TASK' AND activity.state = ?", params: [state] });

function among(column: string, values: readonly (string | null)[]): Sql {
  const params = values.filter((value) => value !== null);
  return or([
    ...(params.length < values.length ? [{ text: `activity.${column} IS NULL`, params: [] }] : []),
    ...(params.length > 0 ? [{ text: `activity.${column} IN (${params.map(() => "?").join(", ")})`, params }] : []),
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

function conditionsOf(filter: TaskFilter, timeZone: string, cardScope: Scope): Sql {
  const { state, assignedTo, notAssignedTo, createdBy, cardId, cardTypeId, dueFrom, dueUntil, doneFrom, text } = filter;
  return and([
    inState(state),
    ...(assignedTo ? [among("assignee", assignedTo)] : []),
    ...(notAssignedTo
      ? [{ text: `activity.assignee NOT IN (${notAssignedTo.map(() => "?").join(", ")})`, params: notAssignedTo }]
      : []),
    ...(createdBy ? [among("created_by", createdBy)] : []),
    ...(filter.priorities
      ? [
          {
            text: `activity.priority IN (${filter.priorities.map(() => "?").join(", ")})`,
            params: filter.priorities.map((wanted) => priorities.findIndex((known) => known === wanted) + 1),
          },
        ]
      : []),
    ...(cardId ? [{ text: `activity.card_id IN (${partsOfCard})`, params: [cardId] }] : []),
    ...(cardTypeId ? [aboutType(cardTypeId, cardScope)] : []),
    ...(dueFrom ? [not(dueBefore(dueFrom, timeZone))] : []),
    ...(dueUntil ? [dueBefore(dayAfter(dueUntil), timeZone)] : []),
    ...(doneFrom ? [{ text: "activity.done_at >= ?", params: [doneFrom] }] : []),
    ...fold(text)
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => ({ text: "instr(activity.folded, ?) > 0", params: [word] })),
  ]);
}

interface Asking {
  readonly orgId: OrgId;
  /** Which tasks the caller sees, and of which cards they learn the names. */
  readonly scope: Scope;
  readonly cardScope: Scope;
  readonly timeZone: string;
  readonly nowMs: number;
}

/** One page of the tasks that the filter selects, with their exact number and that of each group. */
export async function listTasks(
  { orgId, scope, cardScope, timeZone, nowMs }: Asking,
  filter: TaskFilter,
  { cursor, limit }: { readonly cursor: number; readonly limit: number },
): Promise<TaskList> {
  const replica = await openReplica(orgId);
  const where = and([conditionsOf(filter, timeZone, cardScope), activityScopeSql(scope)]);
  const today = dayOf(nowMs, timeZone);
  const days = filter.state === "open" ? [today, dayAfter(today), dayAfter(today, 2)] : [];
  const bounds = days.map((day) => dueBefore(day, timeZone));
  const counted = replica.statements
    .of(
      `SELECT count(*) AS total${bounds.map(({ text }, at) => `, count(*) FILTER (WHERE ${text}) AS before${at}`).join("")}
       FROM activity WHERE ${where.text}`,
    )
    .get(...bounds.flatMap(({ params }) => params), ...where.params);
  const [total = 0, overdue = 0, untilToday = 0, untilTomorrow = 0] = ["total", "before0", "before1", "before2"].map((name) =>
    Number(counted?.[name] ?? 0),
  );
  const order = filter.state === "done" ? "activity.done_at DESC, activity.id DESC" : "activity.due_at, activity.id";
  const rows = replica.statements
    .of(`SELECT * FROM activity WHERE ${where.text} ORDER BY ${order} LIMIT ? OFFSET ?`)
    .all(...where.params, limit, cursor)
    .map((row) => taskOf(activityOfRow(row)));
  const end = cursor + rows.length;
  return {
    rows,
    cards: namesOfCards(replica, cardScope, cardsOf(rows)),
    total,
    groups: {
      overdue,
      today: untilToday - overdue,
      tomorrow: untilTomorrow - untilToday,
      later: days.length > 0 ? total - untilTomorrow : 0,
    },
    nextCursor: rows.length > 0 && end < total ? end : null,
  };
}

const cardsOf = (tasks: readonly Task[]): ReadonlySet<CardId> => new Set(tasks.flatMap(({ cardId }) => (cardId ? [cardId] : [])));

/** The names of the tasks' cards, where the caller sees them. */
export const namesOfTheirCards = async (orgId: OrgId, cardScope: Scope, tasks: readonly Task[]) =>
  cardsOf(tasks).size === 0 ? {} : namesOfCards(await openReplica(orgId), cardScope, cardsOf(tasks));

/** How many tasks the caller sees in each of the lists beside the page. */
export async function countTasks({ orgId, scope, cardScope }: Asking, userId: UserId | null): Promise<TaskCounts> {
  const { statements } = await openReplica(orgId);
  const visible = activityScopeSql(scope);
  const count = (condition: Sql): number => {
    const { text, params } = and([condition, visible]);
    return Number(statements.of(`SELECT count(*) AS n FROM activity WHERE ${text}`).get(...params)?.["n"]);
  };
  const me = [userId ?? ""];
  const cards = scopeSql(cardScope, "card.");
  const openOnes = inState("open");
  const byType = statements
    .of(
      `SELECT card.type_id AS type, count(*) AS n FROM activity JOIN card ON card.id = activity.card_id
       WHERE ${openOnes.text} AND ${visible.text} AND ${cards.text} GROUP BY card.type_id`,
    )
    .all(...openOnes.params, ...visible.params, ...cards.params);
  return {
    mine: count(and([inState("open"), { text: "activity.assignee = ?", params: me }])),
    assignedByMe: count(
      and([inState("open"), { text: "activity.created_by = ? AND activity.assignee <> activity.created_by", params: me }]),
    ),
    team: count(inState("open")),
    done: count(inState("done")),
    byCardType: Object.fromEntries(byType.map(({ type, n }) => [String(type), Number(n)])),
  };
}

/** A page of the trash within the scope, latest first; by words of the title. */
export const trashedTasks = (
  asked: Pick<Asking, "orgId" | "scope" | "cardScope">,
  page: Parameters<typeof trashedOf>[1],
): Promise<Omit<TaskList, "groups">> => trashedOf({ ...asked, type: "TASK", rowOf: taskOf, cardsOf }, page);
