import { inTime } from "../../data/replica/question-time.ts";
import { namesOfCards, partsOfCard } from "../../cards/index.ts";
import { and, or, type Sql } from "../../data/replica/sql.ts";
import { isId } from "../../kernel/id-form.ts";
import type { OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { openReplica } from "../../replicas.ts";
import type { Activity } from "../activity.ts";
import { activityOfRow } from "../replica/rows.ts";
import { activityScopeSql, seesNone } from "../replica/scope.ts";
import { everyGuestIn, guestsAt } from "../meetings/guests-at.ts";
import { descriptionOn, startOn, timingOf } from "../meetings/time.ts";
import { nextReminder } from "../reminders/upcoming.ts";
import type { Reminder } from "../types/definition.ts";
import { type ActivityType, definitionOf } from "../types/list.ts";
import { participantsOn } from "../types/meeting.ts";
import type { ActivitySearch, FoundActivities, FoundActivity } from "./schema.ts";

interface Asking {
  readonly orgId: OrgId;
  /** Scopes of activities of the type that the caller sees, and of cards whose names they see. */
  readonly scope: Scope;
  readonly cardScope: Scope;
}

const marks = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

function among(guests: readonly string[]): Sql {
  const people = guests.filter((id) => isId("usr", id));
  const cards = guests.filter((id) => isId("crd", id));
  return or([
    {
      text: `activity.id IN (SELECT activity_id FROM activity_person WHERE user_id IN (${marks(people)}) AND ${inTime("activity_id")})`,
      params: people,
    },
    {
      text: `activity.id IN (SELECT activity_id FROM activity_card WHERE card_id IN (${marks(cards)}) AND ${inTime("activity_id")})`,
      params: cards,
    },
  ]);
}

function conditionsOf({ type, done, guests, assignedTo, cardId }: ActivitySearch, isReminded: boolean): Sql {
  const states = isReminded ? ["open"] : done === undefined ? ["open", "done"] : [done ? "done" : "open"];
  // For a single card, rows are found by the card: the plus keeps SQLite from using another index.
  const narrowed = cardId ? "+" : "";
  return and([
    { text: `${narrowed}activity.type = ?`, params: [type] },
    // In words where an index is of open ones alone.
    isReminded
      ? { text: "activity.state = 'open'", params: [] }
      : { text: `${narrowed}activity.state IN (${marks(states)})`, params: states },
    ...(guests ? [among(guests)] : []),
    ...(assignedTo ? [{ text: "activity.assignee = ?", params: [assignedTo] }] : []),
    ...(cardId
      ? [
          {
            text: `(activity.card_id IN (${partsOfCard})
                    OR activity.id IN (SELECT activity_id FROM activity_card WHERE card_id IN (${partsOfCard}) AND ${inTime("activity_id")}))`,
            params: [cardId, cardId],
          },
        ]
      : []),
  ]);
}

/** The activities that the search finds and the caller sees, at most its limit. What is done has no reminder any more. */
export async function findByReminder({ orgId, scope, cardScope }: Asking, search: ActivitySearch): Promise<FoundActivities> {
  if (seesNone(scope)) return { rows: [], cards: {} };
  const replica = await openReplica(orgId);
  const { reminder, limit } = search;
  const where = and([conditionsOf(search, reminder !== undefined), activityScopeSql(scope)]);
  const ask = (condition: string, params: readonly string[], order: string, index = ""): Activity[] =>
    replica.statements
      .of(`SELECT * FROM activity ${index} WHERE ${condition} AND ${where.text} ORDER BY ${order} LIMIT ?`)
      .all(...params, ...where.params, limit)
      .map(activityOfRow);
  const byReminder = "activity.remind_at, activity.id";
  const found =
    reminder === undefined
      ? ask("TRUE", [], `activity.remind_at IS NULL OR activity.state <> 'open', ${byReminder}`)
      : search.done === true
        ? []
        : [
            ...ask(
              "activity.remind_at >= ? AND activity.remind_at < ? AND activity.repeats = 0",
              [reminder.from, reminder.until],
              byReminder,
              // Otherwise the planner prefers the index of the assignee, who may have thousands of open tasks.
              "INDEXED BY activity_reminded",
            ),
            ...repeated(replica.statements, where, reminder),
          ];
  const rows = found
    .map((activity) => foundOf(activity, { from: reminder?.from ?? "", until: reminder?.until, guests: search.guests }))
    .filter(({ reminder: at }) => !reminder || (at !== null && at < reminder.until))
    .toSorted(byTheirReminders)
    .slice(0, limit);
  return { rows, cards: namesOfCards(replica, cardScope, cardsOf(rows)) };
}

/** Open activities by id, each with its first reminder at the given instant or later, where the caller sees them. */
export async function findWithReminders(
  { orgId, scope, cardScope }: Asking,
  type: ActivityType,
  from: ReadonlyMap<string, string>,
): Promise<FoundActivities> {
  if (from.size === 0) return { rows: [], cards: {} };
  const replica = await openReplica(orgId);
  const visible = activityScopeSql(scope);
  // The pluses leave SQLite the ids alone to find rows by: it would go through all open activities of the type.
  const rows = replica.statements
    .of(
      `SELECT * FROM activity WHERE id IN (SELECT value FROM json_each(?)) AND +type = ? AND +state = 'open' AND ${visible.text}`,
    )
    .all(JSON.stringify([...from.keys()]), type, ...visible.params)
    .map(activityOfRow)
    .map((activity) => foundOf(activity, { from: from.get(activity.id) ?? "" }));
  return { rows, cards: namesOfCards(replica, cardScope, cardsOf(rows)) };
}

const cardsOf = (rows: readonly FoundActivity[]) => new Set(rows.flatMap(({ cardId }) => cardId ?? []));

type Statements = Awaited<ReturnType<typeof openReplica>>["statements"];

/** Series that may have a reminder in between: begun before its end, and not over at its beginning. */
const repeated = (statements: Statements, where: Sql, { from, until }: { from: string; until: string }): Activity[] =>
  statements
    .of(
      `SELECT * FROM activity INDEXED BY activity_repeated WHERE activity.repeats = 1 AND activity.remind_at < ? AND (activity.ends_at IS NULL OR activity.ends_at >= ?)
       AND ${where.text}`,
    )
    .all(until, from, ...where.params)
    .map(activityOfRow);

const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const byTheirReminders = (a: FoundActivity, b: FoundActivity): number =>
  Number(a.reminder === null) - Number(b.reminder === null) || inOrder(a.reminder ?? "", b.reminder ?? "") || inOrder(a.id, b.id);

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

interface Reminding {
  readonly from: string;
  readonly until?: string | undefined;
  /** Of whom one has to be at the time. */
  readonly guests?: readonly string[] | undefined;
}

/** The first reminder, of a series of a time at which one of the guests is; if they are at none of the next ones, none in between two instants, and else the first of all. */
function reminderFor({ type, values }: Activity, { from, until, guests }: Reminding): Reminder | undefined {
  const first = nextReminder(type, values, from);
  const isTheirs = ({ day }: Reminder) => {
    const { participants, cards } = timeOf(values, day ?? "");
    return !guests || [...participants, ...cards].some((id) => guests.includes(id));
  };
  let [next, steps] = [first, 0];
  while (next?.day && !isTheirs(next)) {
    if (++steps > mostSteps || (until !== undefined && next.at >= until)) return until === undefined ? first : undefined;
    next = nextReminder(type, values, new Date(Date.parse(next.at) + 1).toISOString());
  }
  return next ?? (until === undefined ? first : undefined);
}

/** Times of a series that are gone through for one at which a guest is. */
const mostSteps = 100;

function foundOf(activity: Activity, reminding: Reminding): FoundActivity {
  const { id, type, version, values } = activity;
  const { title, assignee, dueDay, dueAt, isDone, startsAt, cardId, people, cards } = definitionOf(type).columns(values);
  const next = reminderFor(activity, reminding);
  const time = next?.day ? timeOf(values, next.day) : undefined;
  const guests = [...(time?.participants ?? people), ...(time?.cards ?? cards)];
  return {
    id,
    type,
    version,
    title: time?.title ?? title,
    description: time ? time.description : text(values["description"]),
    location: time ? time.location : text(values["location"]),
    startsAt: next?.startsAt ?? startsAt ?? dueAt,
    date: next?.day ? (time?.start ?? next.startsAt) : (dueDay ?? dueAt ?? startsAt),
    reminder: next?.at ?? null,
    day: next?.day ?? null,
    done: isDone,
    assignedTo: isId("usr", assignee) ? assignee : null,
    guests: guests.flatMap((guest) => (isId("usr", guest) || isId("crd", guest) ? [guest] : [])),
    cardId: isId("crd", cardId) ? cardId : null,
  };
}

/** What one occurrence of a series has, which may differ from the others; its start as a day where it takes whole days. */
function timeOf(values: Activity["values"], day: string) {
  const timing = timingOf(values);
  const found = timing.exceptions.find((one) => one.day === day);
  const changed = found?.type === "changed" ? found : undefined;
  const location = text(values["location"]);
  return {
    title: changed?.title,
    description: descriptionOn({ ...timing, description: text(values["description"]) }, day),
    location: changed?.location === undefined ? location : changed.location,
    participants: participantsOn(values, day),
    cards: guestsAt(found, everyGuestIn({ guests: values["guests"] })).flatMap(({ cardId }) => cardId ?? []),
    start: changed?.start ?? startOn(timing, day),
  };
}
