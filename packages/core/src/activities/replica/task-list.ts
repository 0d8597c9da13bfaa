import { namesOfCards, scopeSql, shownInstead } from "../../cards/index.ts";
import type { CardNames } from "../../cards/schema.ts";
import type { Replica } from "../../data/replica/index.ts";
import { Spool } from "../../data/replica/spool.ts";
import { and, type Sql } from "../../data/replica/sql.ts";
import { isId } from "../../kernel/id-form.ts";
import type { ActivityId, CardId, OrgId } from "../../kernel/id.ts";
import { dayAfter, dayOf } from "../../kernel/zoned-time.ts";
import { openReplica } from "../../replicas.ts";
import { taskOf } from "../tasks/rules.ts";
import type { TaskOrder } from "../tasks/rules.ts";
import { priorities, type TaskFilter, type TaskList, type TaskSection } from "../tasks/schema.ts";
import { activityOfRow } from "./rows.ts";
import { activityScopeSql } from "./scope.ts";
import { idsFound } from "./selected.ts";
import { conditionsOf, dueBefore, type Seen } from "./task-conditions.ts";

/** More sections than anybody looks through; the tasks of the others are in the list all the same. */
const maxSections = 1_000;

export interface ListOrder extends TaskOrder {
  /** Ids of people by their names. */
  readonly people: readonly string[];
}

/** Query for one page of a list. */
export interface Listing {
  /** The exact number of tasks, and of those due before today, tomorrow and the day after. */
  readonly counted: Sql;
  /** Number of tasks in each section, and of all sections; undefined if tasks are not grouped, or grouped by due date. */
  readonly sections: Sql | undefined;
  /** Ids in order, from columns that an index covers: rows are read for one page alone, however many were sorted. */
  readonly ids: (limit: number, cursor: number) => Sql;
}

/**
 * Sort or group key of tasks, with the tables it needs. Cards count only if the caller sees them: neither their names nor their places in the order
 * say anything of the others.
 */
interface Key {
  readonly joined?: Sql;
  /** Value of the group. */
  readonly value: string;
  readonly order: Sql;
  /** Reverse order, with tasks without a value still at the end. */
  readonly reversed: Sql;
}
const plainly = (text: string): Sql => ({ text, params: [] });

const keyOf: Readonly<Record<TaskOrder["sort"] | TaskOrder["group"], (seen: Seen, people: readonly string[]) => Key>> = {
  due: ({ today, timeZone }) => {
    const bounds = [today, dayAfter(today), dayAfter(today, 2)].map((day) => dueBefore(day, timeZone));
    return {
      value: "activity.due_at",
      reversed: plainly("activity.due_at DESC"),
      order: {
        text: `CASE ${bounds.map(({ text }, at) => `WHEN ${text} THEN ${at}`).join(" ")} ELSE ${bounds.length} END`,
        params: bounds.flatMap(({ params }) => params),
      },
    };
  },
  assignee: (_, people) => ({
    joined: {
      text: "LEFT JOIN (SELECT value AS user_id, key AS place FROM json_each(?)) AS person ON person.user_id = activity.assignee",
      params: [JSON.stringify(people)],
    },
    value: "activity.assignee",
    order: plainly("activity.assignee IS NULL, person.place IS NULL, person.place, activity.assignee"),
    reversed: plainly("activity.assignee IS NULL, person.place IS NULL, person.place DESC, activity.assignee DESC"),
  }),
  priority: () => ({
    value: "activity.priority",
    order: plainly("activity.priority DESC"),
    reversed: plainly("activity.priority = 0, activity.priority"),
  }),
  card: ({ cardScope }) => {
    const visible = scopeSql(cardScope, "card.");
    return {
      joined: {
        text: `LEFT JOIN card AS linked ON linked.id = activity.card_id
               LEFT JOIN card ON card.id = CASE WHEN linked.merged_into IS NULL THEN linked.id ELSE ${shownInstead("linked.id")} END
                 AND card.trashed_at IS NULL AND ${visible.text}`,
        params: visible.params,
      },
      value: "card.id",
      order: plainly("card.id IS NULL, card.name, card.id"),
      reversed: plainly("card.id IS NULL, card.name DESC, card.id DESC"),
    };
  },
  created: () => ({
    value: "activity.created_at",
    order: plainly("activity.created_at DESC"),
    reversed: plainly("activity.created_at"),
  }),
  none: () => ({ value: "NULL", order: plainly("1"), reversed: plainly("1") }),
};

/** The queries of a list. Open tasks are sorted and grouped; done ones are many, and come in the order of their index. */
export function listingOf(filter: TaskFilter, { sort, group, reversed, people }: ListOrder, seen: Seen): Listing {
  const where = and([conditionsOf(filter, seen), activityScopeSql(seen.scope)]);
  const { today, timeZone } = seen;
  const isOpen = filter.state === "open";
  const bounds = isOpen ? [today, dayAfter(today), dayAfter(today, 2)].map((day) => dueBefore(day, timeZone)) : [];
  const counted: Sql = {
    text: `SELECT count(*) AS total${bounds.map(({ text }, at) => `, count(*) FILTER (WHERE ${text}) AS before${at}`).join("")}
      FROM activity WHERE ${where.text}`,
    params: [...bounds.flatMap(({ params }) => params), ...where.params],
  };
  // By when they are due, the sections follow from the order, unless it runs backwards within them.
  const isGrouped = group !== "none" && !(group === "due" && sort === "due" && !reversed);
  const groupKey = isGrouped ? keyOf[group](seen, people) : undefined;
  const sortKey = sort === "due" || sort === group ? undefined : keyOf[sort](seen, people);
  const keys = isOpen ? [groupKey, sortKey].flatMap((key) => key ?? []) : [];
  const joined = keys.flatMap((key) => key.joined ?? []);
  const orders = isOpen
    ? [...(groupKey ? [groupKey.order] : []), ...(sortKey ? [reversed ? sortKey.reversed : sortKey.order] : [])]
    : [];
  const isDueReversed = reversed && !sortKey;
  const last = !isOpen
    ? "activity.done_at DESC, activity.id DESC"
    : isDueReversed
      ? "activity.due_at DESC, activity.id DESC"
      : "activity.due_at, activity.id";
  const ids = (limit: number, cursor: number): Sql => ({
    text: `SELECT activity.id FROM activity ${joined.map(({ text }) => text).join(" ")} WHERE ${where.text}
      ORDER BY ${[...orders.map(({ text }) => text), last].join(", ")} LIMIT ? OFFSET ?`,
    params: [
      ...joined.flatMap(({ params }) => params),
      ...where.params,
      ...orders.flatMap(({ params }) => params),
      limit,
      cursor,
    ],
  });
  const hasSections = isOpen && group !== "due" && group !== "none";
  return { counted, ids, sections: hasSections ? sectionsOf(keyOf[group](seen, people), where) : undefined };
}

const sectionsOf = ({ joined, value, order }: Key, where: Sql): Sql => ({
  text: `SELECT ${value} AS key, count(*) AS n FROM activity ${joined?.text ?? ""} WHERE ${where.text}
    GROUP BY ${value} ORDER BY ${order.text} LIMIT ${maxSections}`,
  params: [...(joined?.params ?? []), ...where.params, ...order.params],
});

/** One page of the tasks that the filter selects, with their exact number and that of each group. */
export async function listTasks(
  { orgId, nowMs, ...asked }: Omit<Seen, "today"> & { readonly orgId: OrgId; readonly nowMs: number },
  filter: TaskFilter,
  order: ListOrder,
  { cursor, limit }: { readonly cursor: number; readonly limit: number },
): Promise<Omit<TaskList, "comments">> {
  const replica = await openReplica(orgId);
  const seen: Seen = { ...asked, today: dayOf(nowMs, asked.timeZone) };
  const listing = listingOf(filter, order, seen);
  const all = ({ text, params }: Sql) => replica.statements.of(text).all(...params);
  const [counted] = all(listing.counted);
  const [total = 0, overdue = 0, untilToday = 0, untilTomorrow = 0] = ["total", "before0", "before1", "before2"].map((name) =>
    Number(counted?.[name] ?? 0),
  );
  const ids = all(listing.ids(limit, cursor)).map(({ id }) => String(id));
  const byId = new Map(
    all({ text: "SELECT * FROM activity WHERE id IN (SELECT value FROM json_each(?))", params: [JSON.stringify(ids)] }).map(
      (row) => [String(row["id"]), taskOf(activityOfRow(row))] as const,
    ),
  );
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const sections = listing.sections ? all(listing.sections).map(({ key, n }) => sectionOf(key, Number(n), order.group)) : [];
  // Sections have names before any of their rows are there.
  const named = [...rows.map(({ cardId }) => cardId), ...(order.group === "card" ? sections.map(({ key }) => key) : [])];
  const cards = namesOfCards(replica, seen.cardScope, new Set(named.filter((id) => isId("crd", id))));
  const end = cursor + rows.length;
  return {
    rows,
    cards,
    total,
    groups: {
      overdue,
      today: untilToday - overdue,
      tomorrow: untilTomorrow - untilToday,
      later: filter.state === "open" ? total - untilTomorrow : 0,
    },
    sections,
    mergedCards: order.group === "card" ? mergedAmong(replica, cards) : {},
    nextCursor: rows.length > 0 && end < total ? end : null,
  };
}

/** Every task that the filter selects, in one state of the replica, by when it is due. */
export function taskIdsOf(
  { orgId, nowMs, ...asked }: Omit<Seen, "today"> & { readonly orgId: OrgId; readonly nowMs: number },
  filter: TaskFilter,
): Promise<ActivityId[]> {
  const seen: Seen = { ...asked, today: dayOf(nowMs, asked.timeZone) };
  const { ids } = listingOf(filter, { sort: "due", group: "due", reversed: false, people: [] }, seen);
  return idsFound(orgId, ids(-1, 0));
}

/** Tasks of an export, and how many there are in all. */
interface StreamedTasks extends Pick<TaskList, "rows" | "cards" | "total"> {}

/**
 * Every task that the filter selects, in the order of the list, in chunks, all from one state of the replica: spooled to disk, because rows would change under a
 * long iteration.
 */
export async function* streamTasks(
  { orgId, nowMs, ...asked }: Omit<Seen, "today"> & { readonly orgId: OrgId; readonly nowMs: number },
  filter: TaskFilter,
  order: ListOrder,
): AsyncIterable<StreamedTasks> {
  const replica = await openReplica(orgId);
  const seen: Seen = { ...asked, today: dayOf(nowMs, asked.timeZone) };
  const { ids, counted } = listingOf(filter, order, seen);
  const inOrder = ids(-1, 0);
  const read = replica.statements.of("SELECT * FROM activity WHERE id = ?");
  function* found() {
    for (const { id } of replica.db.prepare(inOrder.text).iterate(...inOrder.params)) {
      const row = read.get(id ?? null);
      if (row) yield row;
    }
  }
  const spool = new Spool(found());
  try {
    const total = Number(replica.statements.of(counted.text).get(...counted.params)?.["total"]);
    for (const chunk of spool.chunks()) {
      const rows = chunk.map((row) => taskOf(activityOfRow(row)));
      yield { rows, cards: namesOfCards(replica, seen.cardScope, new Set(rows.flatMap(({ cardId }) => cardId ?? []))), total };
    }
  } finally {
    spool.close();
  }
}

const sectionOf = (key: unknown, count: number, group: TaskOrder["group"]): TaskSection => ({
  key: group === "priority" ? (priorities[Number(key) - 1] ?? null) : typeof key === "string" ? key : null,
  count,
});

/** Merged cards among them, with their survivors. */
function mergedAmong({ statements }: Replica, cards: CardNames): Record<CardId, CardId> {
  const rows = statements
    .of(
      `SELECT card.id AS id, ${shownInstead("card.id")} AS shown FROM json_each(?) AS wanted JOIN card ON card.id = wanted.value
       WHERE card.merged_into IS NOT NULL`,
    )
    .all(JSON.stringify(Object.keys(cards)));
  return Object.fromEntries(
    rows.flatMap(({ id, shown }): [CardId, CardId][] => (isId("crd", id) && isId("crd", shown) ? [[id, shown]] : [])),
  );
}
