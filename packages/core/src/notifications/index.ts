/*
 * What happened to people that they should know of. Owns: notifications, and how far each person has read theirs.
 * Invariant: nobody is notified of what they did themselves, nor twice of the same; names are those that the reader may see when they read.
 * Records nothing: it follows from what the journal records.
 */
import { activitySightOf, titlesOf } from "../activities/index.ts";
import { namesOfCards, readScopeOf } from "../cards/index.ts";
import type { CardNames } from "../cards/schema.ts";
import { isFailedCondition } from "../data/entity.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { openReplica } from "../replicas.ts";
import { notificationEntity, readEntity } from "./entity.ts";
import {
  kindsOfFilter,
  ListNotificationsInput,
  type NotificationEntry,
  notificationKindNames,
  type NotificationKind,
  type NotificationList,
  ReadNotificationsInput,
} from "./schema.ts";
import { type NotificationFilter, notificationFilters } from "./rules.ts";

const newest = 100;

interface Stored {
  readonly notificationId: string;
  readonly kind: NotificationKind;
  readonly at: string;
  readonly actorId?: string | undefined;
  readonly subjectIds: readonly string[];
  readonly count: number;
  readonly details?: Readonly<Record<string, string | number>> | undefined;
  readonly isRead: boolean;
}

/** The person's newest notifications, before one of them. */
async function storedFor(orgId: OrgId, userId: UserId, before: string | undefined, until: string): Promise<Stored[]> {
  const query = notificationEntity().query.main({ orgId, userId });
  const { data } = await (before === undefined ? query : query.lt({ notificationId: before })).go({
    order: "desc",
    limit: newest,
    consistent: true,
  });
  return data.flatMap(({ notificationId, kind: name, at, actorId, subjectIds, count, details, isRead }) => {
    const kind = notificationKindNames.find((known) => known === name);
    if (!kind) return [];
    return [{ notificationId, kind, at, actorId, subjectIds, count, details, isRead: isRead ?? notificationId <= until }];
  });
}

async function readUntil(orgId: OrgId, userId: UserId): Promise<string> {
  const { data } = await readEntity().get({ orgId, userId }).go({ consistent: true });
  return data?.until ?? "";
}

const isIn =
  (filter: NotificationFilter) =>
  ({ kind, isRead }: Stored): boolean =>
    filter === "unread" ? !isRead : (kindsOfFilter[filter]?.includes(kind) ?? true);

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
      next: isMore ? (last?.notificationId ?? null) : null,
    };
  },
});

/** The notifications with the names of what they are about, where the reader sees it. */
async function named(
  context: OrgContext,
  stored: readonly Stored[],
): Promise<{ rows: readonly NotificationEntry[]; cards: CardNames }> {
  const { orgId } = context.principal;
  const ids = new Set(stored.flatMap(({ subjectIds, details }) => [...subjectIds, ...Object.values(details ?? {}).map(String)]));
  if (ids.size === 0) return { rows: stored.map((one) => entryOf(one, () => null)), cards: {} };
  const [sight, cardScope, replica] = await Promise.all([activitySightOf(context), readScopeOf(context), openReplica(orgId)]);
  const activities = [...ids].filter((id) => isId("act", id));
  const titles = activities.length > 0 ? await titlesOf(orgId, sight, activities) : new Map<string, string>();
  const cards = namesOfCards(replica, cardScope, new Set([...ids].flatMap((id) => (isId("crd", id) ? [id] : []))));
  return {
    rows: stored.map((one) => entryOf(one, (id) => titles.get(id) ?? (isId("crd", id) ? cards[id]?.name : null) ?? null)),
    cards,
  };
}

function entryOf(
  { notificationId, kind, at, isRead, actorId, count, subjectIds, details }: Stored,
  nameOf: (id: string) => string | null,
): NotificationEntry {
  return {
    id: notificationId,
    kind,
    at,
    isRead,
    actorId: isId("usr", actorId) ? actorId : null,
    count,
    subjects: subjectIds.map((id) => ({ id, name: nameOf(id), cardId: isId("crd", id) ? id : null })),
    details: details ?? {},
  };
}

const read = procedure({
  name: "notifications.read",
  kind: "mutation",
  input: ReadNotificationsInput,
  can: { member: "one's own notifications" },
  whileImpersonating: false,
  /** Ids of nobody's notifications have no effect. */
  async run(input, context): Promise<{ ok: true }> {
    const { orgId, userId } = personOf(context);
    if ("until" in input) {
      const until = await readUntil(orgId, userId);
      // What was marked as unread by itself is read now as well.
      for (const { notificationId, isRead } of await storedFor(orgId, userId, undefined, until))
        if (!isRead && notificationId <= input.until) await mark(orgId, userId, notificationId, true);
      if (input.until > until) await readEntity().put({ orgId, userId, until: input.until }).go();
    } else for (const notificationId of new Set(input.ids)) await mark(orgId, userId, notificationId, input.isRead);
    return { ok: true };
  },
});

async function mark(orgId: OrgId, userId: UserId, notificationId: string, isRead: boolean): Promise<void> {
  try {
    await notificationEntity().patch({ orgId, userId, notificationId }).set({ isRead }).go();
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}

export const notificationProcedures = [list, read] as const;
