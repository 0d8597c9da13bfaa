import { isDay } from "../../cards/fields/day.ts";
import { inTime } from "../../data/replica/question-time.ts";
import { and } from "../../data/replica/sql.ts";
import { KartisError } from "../../kernel/error.ts";
import type { ActivityId, OrgId, UserId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { dayAfter } from "../../kernel/zoned-time.ts";
import { occurrencesOf } from "../meetings/rules.ts";
import type { BusyTime } from "../meetings/free-times/schema.ts";
import { instantAt } from "../meetings/time.ts";
import { isReached, meetingsIn, takesPart } from "./meetings.ts";

interface Asked {
  readonly userIds: readonly UserId[];
  readonly from: string;
  readonly until: string;
  readonly except?: ActivityId | undefined;
}

/** Maximum number of busy times that are checked; a hundred people with ten meetings on each of 62 days have fewer. */
const mostTimes = 100_000;

/** Busy times of the people, earliest first. All-day meetings count, in the meeting's zone. Throws INVALID_INPUT if there are too many. */
export async function busyTimes(
  orgId: OrgId,
  scope: Scope,
  { userIds, from, until, except }: Asked,
): Promise<Map<UserId, readonly BusyTime[]>> {
  let left = mostTimes;
  const found = new Map<UserId, BusyTime[]>(userIds.map((userId) => [userId, []]));
  for (const meeting of await meetingsIn(
    orgId,
    { from, until, timeZone: "UTC" },
    and([{ text: inTime("activity.id"), params: [] }, takesPart(userIds)]),
    -1,
  )) {
    if (meeting.id === except) continue;
    const isSeen = isReached(scope, meeting);
    for (const { start, end, title, participants } of occurrencesOf(meeting, { from, until, timeZone: meeting.timeZone })) {
      left -= 1 + participants.length;
      if (left < 0) throw new KartisError("INVALID_INPUT", { fields: { until: "validation.busyTooMuch" } });
      const time = {
        start: instantAt(start, meeting.timeZone),
        end: instantAt(end, meeting.timeZone),
        days: isDay(start) ? { first: start, last: dayAfter(end, -1) } : null,
        title: isSeen ? title : null,
      };
      for (const userId of participants) found.get(userId)?.push(time);
    }
  }
  for (const times of found.values()) times.sort((a, b) => (a.start < b.start ? -1 : Number(a.start > b.start)));
  return found;
}
