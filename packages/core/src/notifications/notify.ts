import { isFailedCondition } from "../data/entity.ts";
import type { JournalRecord } from "../data/journal.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Permission } from "../kernel/permission.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { findMembership } from "../organizations/index.ts";
import { findRecipient, type Notifications } from "../users/index.ts";
import { notificationEntity } from "./entity.ts";
import type { NotificationKind } from "./schema.ts";

/** Something that happened to a person. */
export interface Notice {
  readonly userId: UserId;
  readonly kind: NotificationKind;
  /** What it is about. */
  readonly subjectId: string;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** The setting that switches a kind on and off, besides that for notifications in the app; and the permission without which it means nothing. */
const rules: Readonly<Record<NotificationKind, { readonly topic?: keyof Notifications; readonly right?: Permission }>> = {
  cardAssigned: { topic: "assignments", right: "CARDS.read" },
  taskAssigned: { topic: "tasks", right: "TASKS.read" },
  taskReminder: { topic: "tasks", right: "TASKS.read" },
  meetingInvited: { topic: "meetings", right: "MEETINGS.read" },
  meetingChanged: { topic: "meetings", right: "MEETINGS.read" },
  meetingCanceled: { topic: "meetings", right: "MEETINGS.read" },
  meetingAnswered: { topic: "meetings", right: "MEETINGS.read" },
  meetingReminder: { topic: "meetings", right: "MEETINGS.read" },
  mention: { topic: "mentions", right: "COMMENTS.read" },
  importDone: {},
};

const keptSeconds = 90 * 86_400;
/** How many are named; the others are only counted. */
const namedSubjects = 20;

/** Whose doing it is, and since when it is known: of a record, or of a long operation that has ended. */
export type Cause = Pick<JournalRecord, "id" | "orgId" | "at"> & { readonly actorId: string | null };

/**
 * Keeps what happened to people, as their settings say; several of a kind by one cause are one. Nobody hears of what they did themselves, nor twice: the same
 * cause again changes nothing, even after it was read.
 * @returns who has something new.
 */
export async function keepNotices(
  { id, orgId, at, actorId }: Cause,
  notices: readonly Notice[],
  clock: Clock,
): Promise<ReadonlySet<UserId>> {
  const told = new Set<UserId>();
  const others = notices.filter(({ userId }) => userId !== actorId);
  for (const [userId, own] of Map.groupBy(others, (notice) => notice.userId)) {
    const kinds = await wantedKinds(orgId, userId);
    for (const [kind, some] of Map.groupBy(own, (notice) => notice.kind)) {
      if (!kinds(kind)) continue;
      const subjectIds = [...new Set(some.map(({ subjectId }) => subjectId))];
      const details = some[0]?.details;
      const isKept = await keep({
        orgId,
        userId,
        notificationId: `${id}.${kind}`,
        kind,
        at,
        ...(actorId === null ? {} : { actorId }),
        subjectIds: subjectIds.slice(0, namedSubjects),
        count: subjectIds.length,
        ...(details ? { details } : {}),
        expiresAt: Math.floor(clock.now() / 1_000) + keptSeconds,
      });
      if (isKept) told.add(userId);
    }
  }
  return told;
}

type Item = Parameters<ReturnType<typeof notificationEntity>["create"]>[0];

/** @returns false where it is there already. */
async function keep(item: Item): Promise<boolean> {
  try {
    await notificationEntity().create(item).go();
    return true;
  } catch (error) {
    if (isFailedCondition(error)) return false;
    throw error;
  }
}

/** What the person wants to know of in the app, and may. */
async function wantedKinds(orgId: OrgId, userId: UserId): Promise<(kind: NotificationKind) => boolean> {
  const [membership, person] = await Promise.all([findMembership(userId, orgId), findRecipient(userId)]);
  if (!membership || !person?.notifications.web) return () => false;
  return (kind) => {
    const { topic, right } = rules[kind];
    return (
      (topic === undefined || person.notifications[topic]) && (right === undefined || membership.grants[right] !== undefined)
    );
  };
}
