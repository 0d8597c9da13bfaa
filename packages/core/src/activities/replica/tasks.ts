import { namesOfCards, scopeSql } from "../../cards/index.ts";
import { and, type Sql } from "../../data/replica/sql.ts";
import type { CardId, OrgId, UserId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { openReplica } from "../../replicas.ts";
import { taskOf } from "../tasks/rules.ts";
import type { Task, TaskCounts, TaskList } from "../tasks/schema.ts";
import { activityOfRow } from "./rows.ts";
import { activityScopeSql } from "./scope.ts";
import { tasksIn } from "./task-conditions.ts";
import { trashedOf } from "./trash.ts";

interface Asking {
  readonly orgId: OrgId;
  /** Scopes of tasks that the caller sees, and of cards whose names they see. */
  readonly scope: Scope;
  readonly cardScope: Scope;
}

const cardsOf = (tasks: readonly Task[]): ReadonlySet<CardId> => new Set(tasks.flatMap(({ cardId }) => (cardId ? [cardId] : [])));

/** The names of the tasks' cards, where the caller sees them. */
export const namesOfTheirCards = async (orgId: OrgId, cardScope: Scope, tasks: readonly Task[]) =>
  cardsOf(tasks).size === 0 ? {} : namesOfCards(await openReplica(orgId), cardScope, cardsOf(tasks));

/** Number of tasks that the caller sees in each of the lists beside the page. */
export async function countTasks({ orgId, scope, cardScope }: Asking, userId: UserId | null): Promise<TaskCounts> {
  const { statements } = await openReplica(orgId);
  const visible = activityScopeSql(scope);
  const count = (condition: Sql): number => {
    const { text, params } = and([condition, visible]);
    return Number(statements.of(`SELECT count(*) AS n FROM activity WHERE ${text}`).get(...params)?.["n"]);
  };
  const me = [userId ?? ""];
  const cards = scopeSql(cardScope, "card.");
  const openOnes = tasksIn("open");
  const byType = statements
    .of(
      `SELECT card.type_id AS type, count(*) AS n FROM activity JOIN card ON card.id = activity.card_id
       WHERE ${openOnes.text} AND ${visible.text} AND ${cards.text} GROUP BY card.type_id`,
    )
    .all(...openOnes.params, ...visible.params, ...cards.params);
  return {
    mine: count(and([tasksIn("open"), { text: "activity.assignee = ?", params: me }])),
    assignedByMe: count(
      and([tasksIn("open"), { text: "activity.created_by = ? AND activity.assignee <> activity.created_by", params: me }]),
    ),
    team: count(tasksIn("open")),
    done: count(tasksIn("done")),
    byCardType: Object.fromEntries(byType.map(({ type, n }) => [String(type), Number(n)])),
  };
}

/** The person's open tasks that are due at an hour in the window, within the scope, at most so many. */
export async function timedTasksOf(
  orgId: OrgId,
  scope: Scope,
  userId: UserId,
  { from, until }: { readonly from: string; readonly until: string },
  limit: number,
): Promise<Task[]> {
  const { statements } = await openReplica(orgId);
  const visible = activityScopeSql(scope);
  return statements
    .of(
      `SELECT * FROM activity WHERE type = 'TASK' AND state = 'open' AND assignee = ? AND due_day IS NULL AND due_at >= ? AND due_at < ?
       AND ${visible.text} ORDER BY due_at, id LIMIT ?`,
    )
    .all(userId, from, until, ...visible.params, limit)
    .map((row) => taskOf(activityOfRow(row)));
}

/** A page of the trash, which is neither grouped nor sorted otherwise. */
export type TrashedTasks = Pick<TaskList, "rows" | "cards" | "total" | "nextCursor">;

/** A page of the trash within the scope, latest first; by words of the title. */
export const trashedTasks = (
  asked: Pick<Asking, "orgId" | "scope" | "cardScope">,
  page: Parameters<typeof trashedOf>[1],
): Promise<TrashedTasks> => trashedOf({ ...asked, type: "TASK", rowOf: taskOf, cardsOf }, page);
