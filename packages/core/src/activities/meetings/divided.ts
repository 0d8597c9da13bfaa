import { isDay } from "../../cards/fields/day.ts";
import { KartisError } from "../../kernel/error.ts";
import type { ActivityId, OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { dayOf } from "../../kernel/zoned-time.ts";
import type { StoredActivity } from "../activity.ts";
import { gives } from "../recurrence/occurrences.ts";
import { findActivities, requireReached } from "../store.ts";
import { resolvedStart } from "./patch.ts";
import type { AcceptedMeeting } from "./schema.ts";
import { seriesOf, timingOf } from "./time.ts";

/*
 * A call that divided a series, whose answer was lost, is repeated by its caller.
 */

/**
 * The series that an earlier call divided off under this id, at that day of the first one or before it; undefined if it has not been divided there.
 * Throws NO_PERMISSION for one that the actor may only read.
 */
export async function dividedBefore(
  orgId: OrgId,
  scope: Scope,
  current: StoredActivity,
  { followingId, day }: { readonly followingId: ActivityId; readonly day: string },
): Promise<StoredActivity | undefined> {
  const series = seriesOf(timingOf(current.values));
  // It ends before that day, which it would give otherwise.
  const { rule } = series ?? {};
  if (!series || !rule || gives(series, day) || !gives({ ...series, rule: { ...rule, ends: { type: "never" } } }, day))
    return undefined;
  const found = (await findActivities(orgId, [followingId])).get(followingId);
  // What is divided off has the author of the whole, and both were written at once.
  const isOfIt = found?.type === "MEETING" && found.createdBy === current.createdBy && found.createdAt <= current.updatedAt;
  return isOfIt && found.trashedAt === null ? requireReached(scope, found) : undefined;
}

/**
 * The day by which the series that was divided off names the date that the call is about. Throws NOT_FOUND where that cannot be known: of several days of a week, the
 * one that was moved need not be the first.
 */
export function dayInDivided({ values }: StoredActivity, given: AcceptedMeeting): string | undefined {
  const timing = timingOf(values);
  const series = seriesOf(timing);
  if (!series) return undefined;
  const isOneOfSeveral = series.rule.frequency === "week" && series.rule.weekdays.length > 1;
  if (!isOneOfSeveral || given.start === undefined) return series.start.day;
  const start = resolvedStart(given.start, given.timeZone ?? timing.timeZone);
  const day = isDay(start) ? start : dayOf(Date.parse(start), given.timeZone ?? timing.timeZone);
  if (!gives(series, day)) throw new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });
  return day;
}
