import { inScope, type StoredActivity } from "../activity.ts";
import { findActivities } from "../store.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, isId, type OrgId, type UserId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { answerEntity } from "./entity.ts";
import { snoozeOf } from "./rules.ts";
import { reminderOf } from "./schedule.ts";
import type { ReminderAnswer } from "./schema.ts";
import { epochSeconds } from "../../kernel/clock.ts";

export interface Answer {
  readonly activityId: ActivityId;
  readonly day: string | null;
  readonly remindAt: string;
  readonly startsAt: string;
  readonly snoozedUntil: string | null;
}

/** Everything that the person has answered and that may still be asked for. */
export async function answersOf(orgId: OrgId, userId: UserId): Promise<Answer[]> {
  const { data } = await answerEntity().query.main({ orgId, userId }).go({ pages: "all", consistent: true });
  return data.flatMap(({ activityId, day, remindAt, startsAt, snoozedUntil: until }) =>
    isId("act", activityId) ? [{ activityId, day: day || null, remindAt, startsAt, snoozedUntil: until ?? null }] : [],
  );
}

const keptMs = 2 * 86_400_000;

interface Answering {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly activityId: ActivityId;
  readonly day: string | null;
  readonly remindAt: string;
  readonly answer: ReminderAnswer;
  /** Scope of activities of a type that the person sees. */
  readonly sightOf: (type: StoredActivity["type"]) => Promise<Scope>;
}

/**
 * Keeps the person's answer. One to a reminder that is none any more has no effect. Throws NOT_FOUND for an activity they do not see, and PRECONDITION_FAILED where
 * it is too late to be reminded again.
 */
export async function keepAnswer(
  { orgId, userId, activityId, day, remindAt, answer, sightOf }: Answering,
  clock: Clock,
): Promise<void> {
  const activity = (await findActivities(orgId, [activityId])).get(activityId);
  if (!activity || !inScope(await sightOf(activity.type), activity)) throw new KartisError("NOT_FOUND");
  const reminder = reminderOf(activity, remindAt);
  if (reminder?.at !== remindAt || reminder.day !== day) return;
  const until =
    answer === "snooze" ? snoozeOf({ type: activity.type, startsAt: reminder.startsAt }, clock.now())?.until : undefined;
  if (answer === "snooze" && until === undefined)
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.snoozeTooLate" });
  const keptUntil = Math.max(Date.parse(reminder.startsAt), clock.now()) + keptMs;
  await answerEntity()
    .put({
      orgId,
      userId,
      activityId,
      day: day ?? "",
      remindAt,
      startsAt: reminder.startsAt,
      ...(until === undefined ? {} : { snoozedUntil: until }),
      expiresAt: epochSeconds(keptUntil),
    })
    .go();
}
