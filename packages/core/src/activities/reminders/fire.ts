import { concurrently } from "../../kernel/concurrently.ts";
import { type DueLane, duePages } from "../../data/due-index.ts";
import type { StoredActivity } from "../activity.ts";
import { findActivities } from "../store.ts";
import type { Reminder } from "../types/definition.ts";
import { continuation } from "../tasks/repeating.ts";
import { leaving } from "../sms/waiting.ts";
import { changeSetOf, unchanged } from "../writes.ts";
import { type ChangeSet, put, systemContext } from "../../data/commit.ts";
import { reportFailure } from "../../data/consumer.ts";
import type { ChangeOf } from "../../data/payloads.ts";
import { type Clock } from "../../kernel/clock.ts";
import { type ActivityId, isId, type OrgId } from "../../kernel/id.ts";
import { findOrganization } from "../../organizations/index.ts";
import { commitMetered } from "../../plans/index.ts";
import { reminderEntity } from "./entity.ts";
import { continuesAt, dueFrom, findScheduled, reminderOf, scheduledWrite } from "./schedule.ts";

/*
 * Firing (decision 030). The sweep asks the index for everything that is due, and fires each: that it was fired, when the next one is due, and the record from
 * which mails and notifications follow are one transaction, on the condition that nobody has fired it and that the activity has not changed. So it happens once,
 * whoever sweeps at the same time or dies meanwhile, and late where nobody could sweep.
 */

/** Number of activities that are fired at the same time. */
const atOnce = 8;

/**
 * Fires what is due, for `runMs` at most; what is left, the next sweep finds. One that fails does not hold up the others.
 * @returns how many were fired, and how many failed.
 */
export async function sweepReminders(clock: Clock, runMs: number): Promise<{ fired: number; failed: number }> {
  const endsAt = clock.now() + runMs;
  const outcome = { fired: 0, failed: 0 };
  const isOver = () => clock.now() >= endsAt;
  const due = (shard: DueLane, from: string, until: string) =>
    reminderEntity().query.byDue({ shard }).between({ dueAt: from }, { dueAt: until });
  for await (const page of duePages(clock, due)) {
    await concurrently(page, { atOnce, isOver }, async ({ orgId, activityId }) => {
      if (!isId("org", orgId) || !isId("act", activityId)) return;
      try {
        if (await fire(orgId, activityId, clock)) outcome.fired++;
      } catch (error) {
        reportFailure(`reminders of ${orgId}`, error);
        outcome.failed++;
      }
    });
    if (isOver()) break;
  }
  return outcome;
}

/**
 * Fires what is due of an activity: its reminder, the next task of a series whose date has passed, or an SMS whose time has come. What is none any more goes to its next time.
 * @returns whether something was fired.
 */
export async function fire(orgId: OrgId, activityId: ActivityId, clock: Clock): Promise<boolean> {
  const context = systemContext(orgId, "reminders", clock);
  const { result } = await commitMetered(context, async (at) => {
    const current = await findScheduled(orgId, activityId);
    const dueAt = current?.dueAt;
    if (!current || dueAt === undefined || dueAt > at) return { writes: [], records: [], result: false };
    const activity = (await findActivities(orgId, [activityId])).get(activityId);
    const first = reminderOf(activity, dueAt);
    const due = first?.at === dueAt ? lastUntil(activity, first, at) : undefined;
    const more = activity && continuesAt(activity, dueAt) === dueAt ? await continued(orgId, activity, at, clock) : undefined;
    const next = due || more ? dueFrom(more?.result ?? activity, justAfter(at)) : dueFrom(activity, dueAt);
    const written = scheduledWrite(orgId, activityId, current, { dueAt: next, firedAt: due ? at : current.firedAt }, clock);
    const mark = put(written.params(), "stale");
    if (!activity || !(due || more)) return { writes: [mark], records: [], result: false };
    const effects = more?.writes ?? [unchanged(orgId, activity)];
    const firing = due ? [{ changes: [fired(activityId, due, current.version + 1)] }] : [];
    return { writes: [mark, ...effects], records: [...firing, ...(more?.records ?? [])], result: true };
  });
  return result;
}

const fired = (
  activityId: ActivityId,
  { at: remindAt, startsAt, day }: Reminder,
  version: number,
): ChangeOf<"reminder.fire"> => ({
  action: "reminder.fire",
  subject: { kind: "reminder", id: activityId },
  version,
  before: null,
  after: { remindAt, startsAt, ...(day === null ? {} : { day }) },
});

/** What an activity does by itself now that its time has come: the next task of a series begins, and a waiting SMS leaves. */
async function continued(
  orgId: OrgId,
  activity: StoredActivity,
  at: string,
  clock: Clock,
): Promise<ChangeSet<StoredActivity> | undefined> {
  if (activity.type === "SMS") return leaving(orgId, activity, at, clock);
  const organization = await findOrganization(orgId);
  const [named, made] = (organization && continuation(orgId, activity, organization.timeZone, at)) ?? [];
  return named && made && changeSetOf(named, activity, [made]);
}

const justAfter = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString();

/** For a series, the last of the missed reminders. */
function lastUntil(activity: StoredActivity | undefined, first: Reminder, at: string): Reminder {
  let last = first;
  for (;;) {
    const next = reminderOf(activity, justAfter(last.at));
    if (!next || next.at > at) return last;
    last = next;
  }
}
