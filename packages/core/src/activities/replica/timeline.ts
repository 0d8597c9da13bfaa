import { inTime } from "../../data/replica/question-time.ts";
import { partsOfCard } from "../../cards/index.ts";
import { and, type Sql } from "../../data/replica/sql.ts";
import type { ActivityId, CardId, OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { Activity } from "../activity.ts";
import type { ActivitySight } from "../sight.ts";
import type { ActivityType } from "../types/list.ts";
import { activityOfRow } from "./rows.ts";
import { seesNone, sightSql } from "./scope.ts";

/** End of a timeline page: the entry's instant and id. */
export interface Place {
  readonly at: string;
  readonly id: string;
}
export type TimelineOrder = "newest" | "oldest";

/** Negative where `a` is the earlier one. */
export const comparePlaces = (a: Place, b: Place): number =>
  a.at === b.at ? (a.id < b.id ? -1 : Number(a.id > b.id)) : a.at < b.at ? -1 : 1;

/** An activity at its place on the timeline. */
export interface PlacedActivity extends Place {
  readonly activity: Activity;
}

/**
 * Entries about the card, or one merged into it, that the caller sees, outside the trash; replies are listed with what they answer. Its own activities
 * and those that only have it as a guest are two conditions without a row in common: as one with OR, SQLite reads every row where an index has all that is asked.
 */
export function onTimeline(cardId: CardId, sight: ActivitySight): { readonly own: Sql; readonly asGuestOnly: Sql } {
  const isShown: Sql = { text: "activity.trashed_at IS NULL AND activity.parent_id IS NULL", params: [] };
  const asGuestOnly: Sql = {
    text: `activity.id IN (SELECT activity_id FROM activity_card WHERE card_id IN (${partsOfCard}) AND ${inTime("activity_id")})
           AND (activity.card_id IS NULL OR activity.card_id NOT IN (${partsOfCard}))`,
    params: [cardId, cardId],
  };
  return {
    own: and([isShown, { text: `activity.card_id IN (${partsOfCard})`, params: [cardId] }, sightSql(sight)]),
    asGuestOnly: and([isShown, asGuestOnly, sightSql(sight)]),
  };
}

const ownOfCard = "activity.card_id = ?";
const asGuest = `activity.id IN (SELECT activity_id FROM activity_card WHERE card_id = ? AND ${inTime("activity_id")})`;
const happened = { when: "activity.happened_at <= ?", at: "activity.happened_at" };
const toCome = { when: "activity.happened_at > ?", at: "activity.created_at" };

const ofTypes = (types: readonly ActivityType[]): Sql => ({
  text: `activity.type IN (${types.map((type) => `'${type}'`).join(", ")})`,
  params: [],
});

interface AskedPlaces {
  readonly types: readonly ActivityType[];
  readonly order: TimelineOrder;
  readonly after: Place | null;
  readonly limit: number;
  /** The instant of asking: what is still to come stands where it was made. */
  readonly now: string;
}

/** A thread of mails has one entry: the latest mail on the card that the caller may see. */
const latestInThread = (sight: ActivitySight, parts: string): Sql => {
  const seen = sightSql(sight, "later");
  return {
    text: `(activity.type <> 'MAIL' OR NOT EXISTS (
             SELECT 1 FROM activity AS later
             WHERE later.thread_id = coalesce(activity.thread_id, activity.id)
               AND (later.happened_at, later.id) > (activity.happened_at, activity.id)
               AND later.trashed_at IS NULL AND later.card_id IN (SELECT value FROM json_each(?)) AND ${seen.text}))`,
    params: [parts, ...seen.params],
  };
};

/**
 * The next activities of the card's timeline after a place: by when they happened, and those of one instant by id. Asked of each part of the card alone, whose
 * index is in that order: a page costs the same whether the card has a hundred activities or a hundred thousand.
 */
export async function activitiesAfter(
  orgId: OrgId,
  sight: ActivitySight,
  cardId: CardId,
  { types, order, after, limit, now }: AskedPlaces,
): Promise<PlacedActivity[]> {
  if (types.length === 0) return [];
  const { statements } = await openReplica(orgId);
  const [than, direction] = order === "newest" ? ["<", "DESC"] : [">", "ASC"];
  const parts = statements
    .of(partsOfCard)
    .all(cardId)
    .map(({ id }) => String(id));
  const seen = and([
    { text: "activity.trashed_at IS NULL AND activity.parent_id IS NULL", params: [] },
    ofTypes(types),
    sightSql(sight),
    latestInThread(sight, JSON.stringify(parts)),
  ]);
  const next = (part: string, concerns: string, { when, at }: { when: string; at: string }): readonly Place[] => {
    const where = after ? and([seen, { text: `(${at}, activity.id) ${than} (?, ?)`, params: [after.at, after.id] }]) : seen;
    return statements
      .of(
        `SELECT activity.id AS id, ${at} AS at FROM activity WHERE ${concerns} AND ${when} AND ${where.text}
         ORDER BY ${at} ${direction}, activity.id ${direction} LIMIT ?`,
      )
      .all(part, now, ...where.params, limit)
      .map((row) => ({ at: String(row["at"]), id: String(row["id"]) }));
  };
  const places = parts.flatMap((part) =>
    [ownOfCard, asGuest].flatMap((concerns) => [happened, toCome].flatMap((time) => next(part, concerns, time))),
  );
  const atPlace = new Map(places.map((place) => [place.id, place]));
  const sign = order === "newest" ? -1 : 1;
  const page = [...atPlace.values()].toSorted((a, b) => sign * comparePlaces(a, b)).slice(0, limit);
  const rows = statements
    .of("SELECT * FROM activity WHERE id IN (SELECT value FROM json_each(?))")
    .all(JSON.stringify(page.map(({ id }) => id)));
  const byId = new Map(rows.map((row) => [String(row["id"]), activityOfRow(row)]));
  return page.flatMap((place) => {
    const activity = byId.get(place.id);
    return activity ? [{ ...place, activity }] : [];
  });
}

/** Number of activities of each type on the card's timeline. */
export async function countTimeline(orgId: OrgId, sight: ActivitySight, cardId: CardId): Promise<ReadonlyMap<string, number>> {
  const { statements } = await openReplica(orgId);
  const counts = new Map<string, number>();
  if ([...sight.values()].every(seesNone)) return counts;
  const { own, asGuestOnly } = onTimeline(cardId, sight);
  const count = ({ text, params }: Sql, index = "") =>
    statements.of(`SELECT type, count(*) AS n FROM activity ${index} WHERE ${text} GROUP BY type`).all(...params);
  // Only this index of a card covers the query.
  for (const { type, n } of [...count(own, "INDEXED BY activity_on_timeline"), ...count(asGuestOnly)])
    counts.set(String(type), (counts.get(String(type)) ?? 0) + Number(n));
  return counts;
}

/** The answers to each of these, oldest first; of more than `most` the latest, with how many there are. */
export async function repliesOf(
  orgId: OrgId,
  sight: ActivitySight,
  parentIds: readonly ActivityId[],
  most: number,
): Promise<Map<string, { rows: Activity[]; total: number }>> {
  if (parentIds.length === 0) return new Map();
  const { statements } = await openReplica(orgId);
  const visible = sightSql(sight);
  const rows = statements
    .of(
      `SELECT * FROM (
         SELECT activity.*, row_number() OVER (PARTITION BY parent_id ORDER BY happened_at DESC, id DESC) AS n,
           count(*) OVER (PARTITION BY parent_id) AS total
         FROM activity WHERE parent_id IN (SELECT value FROM json_each(?)) AND trashed_at IS NULL AND ${visible.text})
       WHERE n <= ? ORDER BY happened_at, id`,
    )
    .all(JSON.stringify(parentIds), ...visible.params, most);
  const threads = Map.groupBy(rows, (row) => String(row["parent_id"]));
  return new Map(
    [...threads].map(([parentId, answers]) => [
      parentId,
      { rows: answers.map(activityOfRow), total: Number(answers[0]?.["total"] ?? 0) },
    ]),
  );
}

const mostRepliers = 50;

/** Who has replied to a comment; of more than fifty people the latest. */
export async function repliersTo(orgId: OrgId, parentId: ActivityId): Promise<string[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      `SELECT created_by FROM activity WHERE parent_id = ? AND trashed_at IS NULL AND ${inTime("id")}
       GROUP BY created_by ORDER BY max(happened_at) DESC LIMIT ${mostRepliers}`,
    )
    .all(parentId)
    .map(({ created_by: author }) => String(author));
}

/** The earlier mails in each of these mails' threads, newest first, at most `most`, with their total number. */
export async function earlierMailsOf(
  orgId: OrgId,
  sight: ActivitySight,
  cardId: CardId,
  shownIds: readonly ActivityId[],
  most: number,
): Promise<Map<string, { rows: Activity[]; total: number }>> {
  if (shownIds.length === 0) return new Map();
  const { statements } = await openReplica(orgId);
  const visible = sightSql(sight);
  const rows = statements
    .of(
      `SELECT * FROM (
         SELECT activity.*, shown.id AS shown_id,
           row_number() OVER (PARTITION BY shown.id ORDER BY activity.happened_at DESC, activity.id DESC) AS n,
           count(*) OVER (PARTITION BY shown.id) AS total
         FROM activity AS shown JOIN activity
           ON (activity.thread_id = coalesce(shown.thread_id, shown.id) OR activity.id = shown.thread_id) AND activity.id <> shown.id
         WHERE shown.id IN (SELECT value FROM json_each(?)) AND activity.trashed_at IS NULL
           AND activity.card_id IN (${partsOfCard}) AND ${visible.text})
       WHERE n <= ? ORDER BY n`,
    )
    .all(JSON.stringify(shownIds), cardId, ...visible.params, most);
  const threads = Map.groupBy(rows, (row) => String(row["shown_id"]));
  return new Map(
    [...threads].map(([shownId, mails]) => [
      shownId,
      { rows: mails.map(activityOfRow), total: Number(mails[0]?.["total"] ?? 0) },
    ]),
  );
}

/** The card and all that were merged into it. */
export async function partsOf(orgId: OrgId, cardId: CardId): Promise<ReadonlySet<string>> {
  const { statements } = await openReplica(orgId);
  return new Set(
    statements
      .of(partsOfCard)
      .all(cardId)
      .map(({ id }) => String(id)),
  );
}
