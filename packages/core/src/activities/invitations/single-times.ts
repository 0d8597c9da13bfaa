import type { UserId } from "../../kernel/id.ts";
import { sameValue } from "../../kernel/same-value.ts";
import type { ChangeKind } from "../meetings/message-kinds.ts";
import { meetingAt } from "../meetings/rules.ts";
import type { Meeting } from "../meetings/meeting.ts";
import { endOf } from "../meetings/time.ts";
import { isPast } from "./times.ts";

/*
 * What a change of a whole series means to members who take part in single times of it alone: they hear of those times.
 */

/** Those members, with the days that name the times which are not over, the earliest first. */
function membersOfTimes(meeting: Meeting | undefined, now: number): ReadonlyMap<UserId, readonly string[]> {
  const found = new Map<UserId, string[]>();
  if (!meeting?.repeat) return found;
  for (const one of meeting.exceptions) {
    if (one.type === "removed" || !one.participants) continue;
    const time = meetingAt(meeting, one.day);
    if (!time || isPast({ end: endOf(time.start, time) }, meeting, now)) continue;
    for (const userId of one.participants)
      if (!meeting.participants.includes(userId)) found.set(userId, [...(found.get(userId) ?? []), one.day]);
  }
  return found;
}

const seen = ["title", "location", "start", "minutes", "days"] as const;

/** Whether the time of that name is another, or was none. */
function isOther(before: Meeting, after: Meeting, day: string): boolean {
  const [was, is] = [meetingAt(before, day), meetingAt(after, day)];
  return !was || !is || seen.some((name) => !sameValue(was[name], is[name]));
}

/**
 * The news for each of them, by time.
 * @param before undefined for a series that there was not, or that was in the trash
 * @param after undefined for one that is in the trash
 */
export function newsOfSingleTimes(
  before: Meeting | undefined,
  after: Meeting | undefined,
  now: number,
): { readonly userId: UserId; readonly kind: ChangeKind; readonly day: string }[] {
  const [were, are] = [membersOfTimes(before, now), membersOfTimes(after, now)];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((userId) => {
    // Whoever came to the whole series, or was taken off it, hears of that.
    if ([before, after].some((one) => one?.participants.includes(userId))) return [];
    const [old, own] = [were.get(userId) ?? [], are.get(userId) ?? []];
    const news = (days: readonly string[], kind: ChangeKind) => days.map((day) => ({ userId, kind, day }));
    if (own.length === 0) return news(old, "canceled");
    if (!before || !after || old.length === 0) return news(own, "invited");
    return news(
      own.filter((day) => isOther(before, after, day)),
      "changed",
    );
  });
}
