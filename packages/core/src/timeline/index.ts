/*
 * A card's timeline: what people wrote and did around it, and what happened to it. Owns nothing: activities and the journal do.
 * Invariant: an activity is there for whoever sees the card and may read that activity; who is writing leaves no trace.
 */
import {
  activitiesAfter,
  type ActivitySight,
  activitySightOf,
  activityTypes,
  comparePlaces,
  countComments,
  countTimeline,
  earlierMailsOf,
  deletedOnTimeline,
  definitionOf,
  meetingUpdateScopeOf,
  type Place,
  type PlacedActivity,
  repliesOf,
  shownActivity,
  type ShownActivity,
  singleTimeOf,
  topOfTimeline,
  type Upcoming,
} from "../activities/index.ts";
import { everyGuestOf, isOneOf } from "../activities/meetings/guests-at.ts";
import { cardsIn } from "../activities/comments/rules.ts";
import {
  findNames,
  getCard,
  historyEntryOf,
  partsOfCard,
  readScopeOf,
  readsOf,
  recordsOfCard,
  relatedNames,
  scopeOf,
} from "../cards/index.ts";
import type { CardNames } from "../cards/schema.ts";
import { namesOfChats } from "../chats/replica/index.ts";
import { recordsById, timeOf } from "../data/replica/feed.ts";
import { instant } from "../kernel/clock.ts";
import { type CardId, isId, type OrgId, type RecordId, type UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { openReplica } from "../replicas.ts";
import { connectionsOf } from "../realtime/index.ts";
import { typingMs } from "../realtime/rules.ts";
import {
  type ThreadedActivity,
  type DeletedOnTimeline,
  TimelineCard,
  type TimelineChannel,
  timelineChannels,
  type TimelineEntry,
  TimelineInput,
  type TimelinePage,
  type TimelineTop,
  TimelineTrashInput,
  type Typing,
} from "./schema.ts";

/** Number of replies to a comment, or earlier emails of a thread, in a page of the timeline. */
const repliesShown = 50;

interface PlacedRecord extends Place {
  readonly recordId: RecordId;
}

function placeOf(cursor: string): Place {
  const [at = "", id = ""] = cursor.split(" ");
  return { at, id };
}

/** Positions of the card's records. Their ids begin with the instant when they were written. */
const placesOfRecords = async (orgId: OrgId, cardId: CardId): Promise<PlacedRecord[]> =>
  (await recordsOfCard(orgId, cardId)).map((id) => ({ at: new Date(timeOf(id)).toISOString(), id, recordId: id }));

const list = procedure({
  name: "timeline.list",
  kind: "query",
  input: TimelineInput,
  can: ["CARDS", "read"],
  reads: readsOf("card"),
  asksReplica: true,
  /** A page by place, not by number: what others add meanwhile neither repeats entries nor skips any. */
  async run({ cardId, order, channels, cursor, limit }, context): Promise<TimelinePage> {
    const { orgId } = context.principal;
    const [cardScope, sight] = await Promise.all([scopeOf(context), activitySightOf(context)]);
    await getCard(orgId, cardScope, cardId);
    const wants = (channel: TimelineChannel) => channels?.includes(channel) ?? true;
    const after = cursor === undefined ? null : placeOf(cursor);
    const sign = order === "newest" ? -1 : 1;
    const inOrder = (a: Place, b: Place) => sign * comparePlaces(a, b);
    const types = activityTypes.filter((type) => wants(definitionOf(type).channel));
    const [activities, records] = await Promise.all([
      activitiesAfter(orgId, sight, cardId, { types, order, after, limit: limit + 1, now: instant(context.clock) }),
      wants("history") ? placesOfRecords(orgId, cardId) : [],
    ]);
    const ahead = records
      .filter((place) => after === null || inOrder(place, after) > 0)
      .toSorted(inOrder)
      .slice(0, limit + 1);
    const merged: (PlacedActivity | PlacedRecord)[] = [...activities, ...ahead].toSorted(inOrder);
    const entries = await read(orgId, { sight, cardId, now: context.clock.now() }, merged.slice(0, limit));
    const last = merged[limit - 1];
    return {
      entries,
      related: await namesIn(
        orgId,
        cardScope,
        entries.flatMap((entry) => (entry.kind === "activity" ? [entry] : [])),
        entries,
      ),
      nextCursor: last && merged.length > limit ? `${last.at} ${last.id}` : null,
    };
  },
});

/** A series as one of its single times, on a card that is invited to those alone. */
async function asInvited(orgId: OrgId, cardId: CardId, now: number): Promise<(one: ThreadedActivity) => ThreadedActivity> {
  const { statements } = await openReplica(orgId);
  const parts = new Set(
    statements
      .of(partsOfCard)
      .all(cardId)
      .map(({ id }) => String(id)),
  );
  const isTheirs = isOneOf(parts);
  return (one) => {
    if (one.type !== "MEETING") return one;
    const { value } = one;
    if ((value.cardId !== null && parts.has(value.cardId)) || value.guests.some(isTheirs)) return one;
    const time = singleTimeOf(value, isTheirs, now);
    return time ? { ...one, value: time.meeting, day: time.day } : one;
  };
}

/** The entries at these places. */
async function read(
  orgId: OrgId,
  { sight, cardId, now }: { readonly sight: ActivitySight; readonly cardId: CardId; readonly now: number },
  places: readonly (PlacedActivity | PlacedRecord)[],
): Promise<TimelineEntry[]> {
  const activities = places.flatMap((place) => ("activity" in place ? [place.activity] : []));
  const [records, shown] = await Promise.all([
    recordsById(
      orgId,
      places.flatMap((place) => ("recordId" in place ? [place.recordId] : [])),
    ),
    withThreads(orgId, sight, cardId, activities),
  ]);
  const recordOf = new Map(records.map((record) => [record.id, record]));
  const toCard = await asInvited(orgId, cardId, now);
  const shownOf = new Map<string, ThreadedActivity>(shown.map((one) => [one.value.id, toCard(one)]));
  return places.flatMap(({ at, id, ...place }): TimelineEntry[] => {
    if ("recordId" in place) {
      const record = recordOf.get(place.recordId);
      const entry = record && historyEntryOf(record, cardId);
      return entry ? [{ kind: "history", id, at, record: entry }] : [];
    }
    const one = shownOf.get(id);
    return one ? [{ kind: "activity", id, at, ...one }] : [];
  });
}

/** The activity with its replies or its earlier mails. */
function threaded(
  shown: ShownActivity,
  thread: { readonly rows: readonly PlacedActivity["activity"][]; readonly total: number } | undefined,
  { comments = 0, sender = null }: { readonly comments?: number | undefined; readonly sender?: string | null | undefined } = {},
): ThreadedActivity {
  const others = thread?.rows.map(shownActivity) ?? [];
  const total = thread?.total ?? 0;
  switch (shown.type) {
    case "COMMENT": {
      const rows = others.flatMap((one) => (one.type === "COMMENT" ? [one.value] : []));
      return { ...shown, thread: thread ? { rows, total } : null };
    }
    case "MAIL": {
      const rows = others.flatMap((one) => (one.type === "MAIL" ? [one.value] : []));
      return { ...shown, thread: thread ? { rows, total } : null };
    }
    case "TASK":
      return { ...shown, thread: null, comments };
    case "WHATSAPP":
      return { ...shown, thread: null, sender };
    case "MEETING":
      return { ...shown, thread: null, day: null };
    default:
      return { ...shown, thread: null };
  }
}

/** The activities with their replies and their earlier mails, as far as they have any. */
async function withThreads(
  orgId: OrgId,
  sight: ActivitySight,
  cardId: CardId,
  activities: readonly PlacedActivity["activity"][],
): Promise<ThreadedActivity[]> {
  const idsOf = (wanted: "COMMENT" | "MAIL" | "TASK") => activities.flatMap(({ type, id }) => (type === wanted ? [id] : []));
  const chatIdOf = ({ type, values }: PlacedActivity["activity"]) =>
    type === "WHATSAPP" && isId("cht", values["chatId"]) ? values["chatId"] : undefined;
  const [replies, mails, comments, senders] = await Promise.all([
    repliesOf(orgId, sight, idsOf("COMMENT"), repliesShown),
    earlierMailsOf(orgId, sight, cardId, idsOf("MAIL"), repliesShown),
    countComments(orgId, sight, idsOf("TASK")),
    namesOfChats(
      orgId,
      activities.flatMap((activity) => chatIdOf(activity) ?? []),
    ),
  ]);
  return activities.map((activity) =>
    threaded(shownActivity(activity), replies.get(activity.id) ?? mails.get(activity.id), {
      comments: comments[activity.id],
      sender: senders.get(chatIdOf(activity) ?? ""),
    }),
  );
}

/** The names of the cards that comments mention, that are guests of meetings, and that the card's values have named, as far as the caller sees them. */
async function namesIn(
  orgId: OrgId,
  cardScope: Scope,
  activities: readonly (ThreadedActivity | Upcoming)[],
  entries: readonly TimelineEntry[] = [],
): Promise<CardNames> {
  const comments = activities.flatMap((one) =>
    one.type === "COMMENT" ? [one.value, ...("thread" in one ? (one.thread?.rows ?? []) : [])] : [],
  );
  const guests = activities.flatMap((one) =>
    one.type === "MEETING" ? everyGuestOf(one.value).flatMap(({ cardId }) => (cardId ? [cardId] : [])) : [],
  );
  const named = new Set([...comments.flatMap(({ body }) => cardsIn(body)), ...guests]);
  const values = entries.flatMap((entry) =>
    entry.kind === "history" ? [entry.record.before ?? {}, entry.record.after ?? {}] : [],
  );
  const [inActivities, inValues] = await Promise.all([
    named.size > 0 ? findNames(orgId, cardScope, named) : {},
    relatedNames(orgId, cardScope, values),
  ]);
  return { ...inValues, ...inActivities };
}

const top = procedure({
  name: "timeline.top",
  kind: "query",
  input: TimelineCard,
  can: ["CARDS", "read"],
  reads: readsOf("card"),
  asksReplica: true,
  /** Upcoming and pinned entries, and the number of entries in each channel. */
  async run({ cardId }, context): Promise<TimelineTop> {
    const { orgId } = context.principal;
    const [cardScope, sight, meetingUpdateScope] = await Promise.all([
      scopeOf(context),
      activitySightOf(context),
      meetingUpdateScopeOf(context),
    ]);
    await getCard(orgId, cardScope, cardId);
    const [{ upcoming, pinned }, byType, records] = await Promise.all([
      topOfTimeline(orgId, { sight, meetingUpdateScope }, cardId, instant(context.clock)),
      countTimeline(orgId, sight, cardId),
      recordsOfCard(orgId, cardId),
    ]);
    const shownPinned = await withThreads(orgId, sight, cardId, pinned);
    const countOf = (channel: TimelineChannel): number =>
      channel === "history"
        ? records.length
        : activityTypes.reduce((sum, type) => sum + (definitionOf(type).channel === channel ? (byType.get(type) ?? 0) : 0), 0);
    return {
      upcoming,
      pinned: shownPinned,
      related: await namesIn(orgId, cardScope, [...upcoming, ...shownPinned]),
      counts: Object.fromEntries(timelineChannels.map((channel) => [channel, countOf(channel)])) as TimelineTop["counts"], // one of each
    };
  },
});

/** The permissions of what is written on a card; tasks and meetings have a trash of their own. */
const written = ["COMMENTS", "SMS"] as const;

/** What the actor may delete of it, and so restore. */
async function restorableOf({ principal }: Pick<OrgContext, "principal">): Promise<ActivitySight> {
  const scopes = written.map(async (permission) => {
    const level = principal.grants[`${permission}.delete`];
    return level ? [[permission, await scopeOf({ principal, level }, permission)] as const] : [];
  });
  return new Map((await Promise.all(scopes)).flat());
}

const trash = procedure({
  name: "timeline.trash",
  kind: "query",
  input: TimelineTrashInput,
  can: ["CARDS", "read"],
  asksReplica: true,
  /** Deleted comments, calls, messages, mails and SMS of the card that the actor may restore. */
  async run({ cardId, ...page }, context): Promise<DeletedOnTimeline> {
    const { orgId } = context.principal;
    const [cardScope, sight] = await Promise.all([scopeOf(context), restorableOf(context)]);
    await getCard(orgId, cardScope, cardId);
    const { activities, nextCursor } = await deletedOnTimeline(orgId, sight, cardId, page);
    const rows = activities.map((activity) => threaded(shownActivity(activity), undefined));
    return { rows, related: await namesIn(orgId, cardScope, rows), nextCursor };
  },
});

const typing = procedure({
  name: "timeline.typing",
  kind: "query",
  input: TimelineCard,
  can: ["COMMENTS", "read"],
  plan: "livePresence",
  /** Other people who are writing a comment on the card now. Browsers on its page get a message when this changes. */
  async run({ cardId }, context): Promise<Typing> {
    const { orgId, userId } = context.principal;
    await getCard(orgId, await readScopeOf(context), cardId);
    const since = instant({ now: () => context.clock.now() - typingMs });
    const writing = (await connectionsOf(orgId, context.clock, { consistent: true })).filter(
      (connection) => connection.typingOn === cardId && (connection.typingAt ?? "") > since,
    );
    const others = writing.flatMap((connection): UserId[] =>
      isId("usr", connection.userId) && connection.userId !== userId ? [connection.userId] : [],
    );
    return { userIds: [...new Set(others)] };
  },
});

export const timelineProcedures = [list, top, trash, typing] as const;
