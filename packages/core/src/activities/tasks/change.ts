import { isDay } from "../../cards/fields/day.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import { shiftedDay } from "../../kernel/written-dates.ts";
import { dayOf, instantAfterGap, isSkipped, timeIn } from "../../kernel/zoned-time.ts";
import type { StoredActivity } from "../activity.ts";
import { type ActivityWrite, edit } from "../writes.ts";
import { acceptPatch } from "./accept.ts";
import { patchOf } from "./patch.ts";
import { repetition } from "./repeating.ts";
import { DueSchema, type TaskPatch } from "./schema.ts";
import { minuteMs } from "../../kernel/time-units.ts";

/**
 * Writes for a patch of a task: first the task itself, then what follows from it; none if nothing changes. The caller has checked its references. Throws
 * NOT_FOUND for one in the trash, CONFLICT, INVALID_INPUT.
 */
export async function changeOfTask(
  orgId: OrgId,
  current: StoredActivity,
  given: TaskPatch,
  {
    expectedVersion,
    timeZone,
    at,
  }: { readonly expectedVersion?: number | undefined; readonly timeZone: string; readonly at: string },
): Promise<readonly ActivityWrite[]> {
  if (current.trashedAt) throw new KartisError("NOT_FOUND");
  const values = await acceptPatch(orgId, current, given);
  const { patch, more } = await repetition(orgId, current, patchOf(values, current.values, timeZone, at), timeZone, at);
  const written = edit(orgId, current, patch, expectedVersion, at);
  return written ? [written, ...more] : [];
}

const noSuchDay = () => new KartisError("INVALID_INPUT", { fields: { due: "validation.due" } });

/** What the calendar and the clocks of the zone show so many days later; no time for a day. Throws INVALID_INPUT. */
function wallLater(due: string, days: number, timeZone: string): { readonly day: string; readonly time: string | null } {
  const ms = Date.parse(due);
  const day = shiftedDay(isDay(due) ? due : dayOf(ms, timeZone), days, "day");
  if (day === undefined) throw noSuchDay();
  return { day, time: isDay(due) ? null : timeIn(ms, timeZone) };
}

/** Whether the clocks of the zone skip the time of a due date on the day that is so many days later. */
export function duePastGap(due: string, days: number, timeZone: string): boolean {
  const { day, time } = wallLater(due, days, timeZone);
  return time !== null && isSkipped(day, time, timeZone);
}

/** A due date so many days later, by the clocks of the zone. Throws INVALID_INPUT where there is no such day. */
export function dueLater(due: string, days: number, timeZone: string): string {
  const { day, time } = wallLater(due, days, timeZone);
  if (time === null) return day;
  const isPastGap = isSkipped(day, time, timeZone);
  const seconds = isPastGap ? 0 : ((Date.parse(due) % minuteMs) + minuteMs) % minuteMs;
  const instant = new Date(Date.parse(instantAfterGap(day, time, timeZone)) + seconds).toISOString();
  // In UTC, the first or the last day of the calendar may be over its edge.
  const moved = DueSchema.safeParse(instant);
  if (!moved.success) throw noSuchDay();
  return moved.data;
}
