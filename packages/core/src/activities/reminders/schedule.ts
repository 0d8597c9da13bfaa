import { dueLaneOf } from "../../data/due-index.ts";
import type { StoredActivity } from "../activity.ts";
import { findActivities } from "../store.ts";
import { definitionOf } from "../types/list.ts";
import { nextReminder } from "./upcoming.ts";
import { isFailedCondition } from "../../data/entity.ts";
import { type Clock, instant, epochSeconds } from "../../kernel/clock.ts";
import type { ActivityId, OrgId } from "../../kernel/id.ts";
import { reminderEntity } from "./entity.ts";
import { lookBackMs } from "./rules.ts";

/** An activity's place in the order of the due ones. */
export interface Scheduled {
  readonly dueAt?: string | undefined;
  readonly firedAt?: string | undefined;
  readonly version: number;
}

/** Queues hold a message for 14 days at most. */
const keptSeconds = 15 * 86_400;

/** The item, strongly consistent. */
export async function findScheduled(orgId: OrgId, activityId: ActivityId): Promise<Scheduled | undefined> {
  const { data } = await reminderEntity().get({ orgId, activityId }).go({ consistent: true });
  return data ? { ...data, dueAt: data.waits === "sweep" ? data.dueAt : undefined } : undefined;
}

/** A write of the item over the one it is based on. */
export function scheduledWrite(
  orgId: OrgId,
  activityId: ActivityId,
  current: Scheduled | undefined,
  next: Pick<Scheduled, "dueAt" | "firedAt">,
  clock: Clock,
) {
  const item = {
    orgId,
    activityId,
    shard: dueLaneOf(activityId),
    version: (current?.version ?? 0) + 1,
    ...(next.firedAt === undefined ? {} : { firedAt: next.firedAt }),
    ...(next.dueAt === undefined
      ? { waits: "nobody" as const, dueAt: instant(clock), expiresAt: epochSeconds(clock.now()) + keptSeconds }
      : { waits: "sweep" as const, dueAt: next.dueAt }),
  };
  if (!current) return reminderEntity().create(item);
  return reminderEntity()
    .put(item)
    .where((attribute, { eq }) => eq(attribute.version, current.version));
}

/** The reminder that such an activity has at the instant or later; none in the trash. */
export const reminderOf = (activity: StoredActivity | undefined, from: string) =>
  activity && activity.trashedAt === null ? nextReminder(activity.type, activity.values, from) : undefined;

/** When an activity next continues by itself, at or after the instant; undefined in the trash. */
export const continuesAt = (activity: StoredActivity | undefined, from: string): string | undefined =>
  activity && activity.trashedAt === null ? definitionOf(activity.type).continuesAt?.(activity.values, from) : undefined;

/** When the sweep next has work for the activity, at or after the instant. */
export const dueFrom = (activity: StoredActivity | undefined, from: string): string | undefined =>
  [reminderOf(activity, from)?.at, continuesAt(activity, from)].filter((at) => at !== undefined).toSorted()[0];

const later = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/**
 * Brings the time at which an activity is due in line with what it is now, after a change made at `changedAt`. Whatever was past when it was changed is not fired
 * any more; whatever became due since then, while this message waited, is. Harmless to repeat and in any order.
 */
export async function reschedule(orgId: OrgId, activityId: ActivityId, changedAt: string, clock: Clock): Promise<void> {
  for (;;) {
    const current = await findScheduled(orgId, activityId);
    const activity = (await findActivities(orgId, [activityId])).get(activityId);
    const dueAt = nextDue(activity, current, changedAt);
    if (dueAt === current?.dueAt) return;
    try {
      await scheduledWrite(orgId, activityId, current, { dueAt, firedAt: current?.firedAt }, clock).go();
      return;
    } catch (error) {
      if (!isFailedCondition(error)) throw error;
    }
  }
}

function nextDue(activity: StoredActivity | undefined, current: Scheduled | undefined, changedAt: string): string | undefined {
  const afterFired = current?.firedAt === undefined ? "" : later(current.firedAt, 1);
  const changed = later(changedAt, -lookBackMs);
  const fresh = dueFrom(activity, changed > afterFired ? changed : afterFired);
  // One that waits to be fired stays, however late, unless the change has taken it away.
  const waiting = current?.dueAt;
  const isStillDue = waiting !== undefined && dueFrom(activity, waiting) === waiting;
  return isStillDue && (fresh === undefined || waiting < fresh) ? waiting : fresh;
}
