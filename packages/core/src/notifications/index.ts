/*
 * What happened to people that they should know of. Owns: notifications, and how far each person has read theirs.
 * Invariant: nobody is notified of what they did themselves, nor twice of the same; names are those that the reader may see when they read.
 * Records nothing: it follows from what the journal records.
 */
import { activitySightOf, findActivities, replyWords, titlesOf } from "../activities/index.ts";
import { everyGuestIn } from "../activities/meetings/guests-at.ts";
import { namesOfCards, readScopeOf } from "../cards/index.ts";
import type { CardNames } from "../cards/schema.ts";
import { isFailedCondition } from "../data/entity.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { openReplica } from "../replicas.ts";
import { notificationEntity, readEntity } from "./entity.ts";
import { newest, readUntil, type Stored, storedFor } from "./stored.ts";
import {
  ListNotificationsInput,
  type NotificationEntry,
  type NotificationList,
  type NotificationSubject,
  ReadNotificationsInput,
} from "./schema.ts";
import { kindsOfFilter, type NotificationFilter, notificationFilters } from "./rules.ts";

const isIn =
  (filter: NotificationFilter) =>
  ({ kind, isRead, isMailOnly }: Stored): boolean =>
    !isMailOnly && (filter === "unread" ? !isRead : (kindsOfFilter[filter]?.includes(kind) ?? true));

function personOf({ principal }: OrgContext): { orgId: OrgId; userId: UserId } {
  const { orgId, userId } = principal;
  if (!userId) throw new KartisError("FORBIDDEN");
  return { orgId, userId };
}

const list = procedure({
  name: "notifications.list",
  kind: "query",
  input: ListNotificationsInput,
  can: { member: "what happened to oneself; the names of what it is about are those that one may see" },
  /** The newest first. */
  async run({ filter, before, limit }, context): Promise<NotificationList> {
    const { orgId, userId } = personOf(context);
    const until = await readUntil(orgId, userId);
    const stored = await storedFor(orgId, userId, before, until);
    const shown = stored.filter(isIn(filter)).slice(0, limit);
    const isMore = stored.length === newest || stored.filter(isIn(filter)).length > limit;
    const last = stored.filter(isIn(filter)).length > limit ? shown.at(-1) : stored.at(-1);
    const unread = before === undefined ? stored : await storedFor(orgId, userId, undefined, until);
    return {
      ...(await named(context, shown)),
      unread: Object.fromEntries(
        notificationFilters.map((name) => [name, unread.filter((one) => !one.isRead && isIn(name)(one)).length]),
      ) as NotificationList["unread"], // an entry for each filter
      newest: unread.find(({ isMailOnly }) => !isMailOnly)?.notificationId ?? null,
      next: isMore ? (last?.notificationId ?? null) : null,
    };
  },
});

/** The notifications with the names of the records they concern, where the reader sees those. */
async function named(
  context: OrgContext,
  stored: readonly Stored[],
): Promise<{ rows: readonly NotificationEntry[]; cards: CardNames }> {
  const { orgId } = context.principal;
  const ids = new Set(stored.flatMap(({ subjectIds, details }) => [...subjectIds, ...Object.values(details ?? {}).map(String)]));
  if (ids.size === 0) return { rows: stored.map((one) => entryOf(one, (id) => ({ id, name: null, cardId: null }))), cards: {} };
  const [sight, cardScope, replica] = await Promise.all([activitySightOf(context), readScopeOf(context), openReplica(orgId)]);
  const activities = [...ids].filter((id) => isId("act", id));
  const titles = await titlesOf(orgId, sight, activities);
  const wanted = [...ids, ...[...titles.values()].map(({ cardId }) => cardId)];
  // A reply is said to whoever sees the meeting.
  const answered = stored.filter(({ kind }) => kind === "meetingAnswered").flatMap(({ subjectIds }) => subjectIds);
  const meetings = await findActivities(
    orgId,
    answered.flatMap((id) => (isId("act", id) && titles.has(id) ? [id] : [])),
  );
  const guestCards = [...meetings.values()].flatMap(({ values }) => everyGuestIn(values).map(({ cardId }) => cardId));
  const cards = namesOfCards(
    replica,
    cardScope,
    new Set([...wanted, ...guestCards].flatMap((id) => (isId("crd", id) ? [id] : []))),
  );
  const said = ({ subjectIds: [id], details = {} }: Stored): Readonly<Record<string, string>> => {
    const task = titles.get(String(details["taskId"]));
    if (task) return { task: task.title };
    const values = isId("act", id) ? meetings.get(id)?.values : undefined;
    return values ? replyWords(values, details, (cardId) => cards[cardId]?.name) : {};
  };
  const subjectOf = (id: string): NotificationSubject => {
    const titled = titles.get(id);
    const cardId = isId("crd", id) ? id : titled?.cardId;
    const seen = isId("crd", cardId) && cards[cardId] ? cardId : null;
    const name = titled?.title ?? (seen === id ? (cards[seen]?.name ?? null) : null);
    const { threadId, taskId, isDone } = titled ?? {};
    return {
      id,
      name,
      cardId: seen,
      ...(threadId ? { threadId } : {}),
      ...(taskId ? { taskId } : {}),
      ...(isDone ? { isDone } : {}),
    };
  };
  return { rows: stored.map((one) => entryOf({ ...one, details: { ...one.details, ...said(one) } }, subjectOf)), cards };
}

function entryOf(
  { notificationId, kind, at, isRead, actorId, count, subjectIds, details }: Stored,
  subjectOf: (id: string) => NotificationSubject,
): NotificationEntry {
  return {
    id: notificationId,
    kind,
    at,
    isRead,
    actorId: isId("usr", actorId) ? actorId : null,
    count,
    subjects: subjectIds.map(subjectOf),
    details: details ?? {},
  };
}

const read = procedure({
  name: "notifications.read",
  kind: "mutation",
  input: ReadNotificationsInput,
  can: { member: "one's own notifications" },
  whileImpersonating: false,
  /** Ids without a notification are ignored. */
  async run({ ids = [], isRead: asRead, until: last, filter }, context): Promise<{ ok: true }> {
    const { orgId, userId } = personOf(context);
    if (last !== undefined && kindsOfFilter[filter]) await markShown(orgId, userId, filter, last);
    else if (last !== undefined) {
      const until = await readUntil(orgId, userId);
      // Notifications that were marked as unread one by one are read now as well.
      for (const { notificationId, isRead } of await storedFor(orgId, userId, undefined, until))
        if (!isRead && notificationId <= last) await mark(orgId, userId, notificationId, true);
      if (last > until) await readEntity().put({ orgId, userId, until: last }).go();
    } else for (const notificationId of new Set(ids)) await mark(orgId, userId, notificationId, asRead);
    return { ok: true };
  },
});

/** Marks what the filter shows up to one of the notifications, on all pages; others stay as they are. */
async function markShown(orgId: OrgId, userId: UserId, filter: NotificationFilter, last: string): Promise<void> {
  const until = await readUntil(orgId, userId);
  let before: string | undefined;
  for (;;) {
    const stored = await storedFor(orgId, userId, before, until);
    for (const one of stored)
      if (!one.isRead && isIn(filter)(one) && one.notificationId <= last) await mark(orgId, userId, one.notificationId, true);
    before = stored.at(-1)?.notificationId;
    if (stored.length < newest || before === undefined) return;
  }
}

async function mark(orgId: OrgId, userId: UserId, notificationId: string, isRead: boolean): Promise<void> {
  try {
    await notificationEntity().patch({ orgId, userId, notificationId }).set({ isRead }).go();
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}

export type { keepNotices } from "./notify.ts";
export const notificationProcedures = [list, read] as const;
