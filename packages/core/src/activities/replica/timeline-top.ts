import { partsOfCard } from "../../cards/index.ts";
import type { Sql } from "../../data/replica/sql.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { Activity } from "../activity.ts";
import { isOneOf } from "../meetings/guests-at.ts";
import { meetingOf, nextOccurrence, nextOccurrenceFor } from "../meetings/rules.ts";
import type { Meeting, Occurrence } from "../meetings/meeting.ts";
import { instantAt } from "../meetings/time.ts";
import type { Scope } from "../../kernel/scope.ts";
import type { ActivitySight } from "../sight.ts";
import { taskOf } from "../tasks/rules.ts";
import type { Task } from "../tasks/schema.ts";
import { isReached } from "./meetings.ts";
import { activityOfRow } from "./rows.ts";
import { onTimeline } from "./timeline.ts";

const mostOnTop = 20;
/** As many series of a card that have begun are followed to their next time. */
const mostRunning = 500;

/** Something to come: a task that is due, or the next time of a meeting. */
export type Upcoming =
  | { readonly type: "TASK"; readonly value: Task }
  | { readonly type: "MEETING"; readonly value: Meeting; readonly occurrence: Occurrence };

/** What the caller sees of activities, and which meetings they may change. */
interface Viewer {
  readonly sight: ActivitySight;
  readonly meetingUpdateScope: Scope | undefined;
}

interface Placed {
  readonly at: string;
  readonly upcoming: Upcoming;
}

/** Where it stands among what is to come; undefined where nothing of it is. */
function placedOf(
  activity: Activity,
  {
    parts,
    updateScope,
    now,
  }: { readonly parts: ReadonlySet<string>; readonly updateScope: Scope | undefined; readonly now: string },
): Placed | undefined {
  if (activity.type === "TASK") {
    const value = taskOf(activity);
    return { at: value.dueAt, upcoming: { type: "TASK", value } };
  }
  if (activity.type !== "MEETING") return undefined;
  const value = meetingOf(activity);
  const isAbout = value.cardId !== null && parts.has(value.cardId);
  const next = isAbout ? nextOccurrence(value, Date.parse(now)) : nextOccurrenceFor(value, isOneOf(parts), Date.parse(now));
  const occurrence = next && { ...next, canUpdate: isReached(updateScope, value) };
  return occurrence && { at: instantAt(occurrence.start, value.timeZone), upcoming: { type: "MEETING", value, occurrence } };
}

const inOrder = (a: Placed, b: Placed): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.upcoming.value.id < b.upcoming.value.id ? -1 : 1;

/**
 * What stands above the timeline: what is still to come, the soonest first, and what somebody has pinned, the latest first. A series stands where its next time
 * is, so those that have begun are found apart from what an index has in order.
 */
export async function topOfTimeline(
  orgId: OrgId,
  { sight, meetingUpdateScope }: Viewer,
  cardId: CardId,
  now: string,
): Promise<{ upcoming: Upcoming[]; pinned: Activity[] }> {
  const { statements } = await openReplica(orgId);
  const { own, asGuestOnly } = onTimeline(cardId, sight);
  const parts = new Set(
    statements
      .of(partsOfCard)
      .all(cardId)
      .map(({ id }) => String(id)),
  );
  const find = ({ text, params }: Sql, order: string, limit = mostOnTop): Activity[] =>
    statements
      .of(
        `SELECT * FROM (SELECT * FROM activity WHERE ${own.text} AND ${text} UNION ALL SELECT * FROM activity WHERE ${asGuestOnly.text} AND ${text})
         ORDER BY ${order} LIMIT ${limit}`,
      )
      .all(...own.params, ...params, ...asGuestOnly.params, ...params)
      .map(activityOfRow);
  const toCome = `activity.state = 'open' AND coalesce(activity.starts_at, activity.due_at) IS NOT NULL
     AND (activity.due_at IS NOT NULL OR activity.ends_at IS NULL OR activity.ends_at > ?)`;
  const hasBegun = "activity.repeats = 1 AND activity.starts_at IS NOT NULL AND activity.starts_at <= ?";
  const found = [
    ...find({ text: `${toCome} AND NOT (${hasBegun})`, params: [now, now] }, "coalesce(starts_at, due_at), id"),
    ...find({ text: `${toCome} AND ${hasBegun}`, params: [now, now] }, "starts_at DESC, id DESC", mostRunning),
  ];
  return {
    upcoming: found
      .flatMap((activity) => placedOf(activity, { parts, updateScope: meetingUpdateScope, now }) ?? [])
      .toSorted(inOrder)
      .slice(0, mostOnTop)
      .map(({ upcoming }) => upcoming),
    pinned: find({ text: "activity.is_pinned = 1", params: [] }, "happened_at DESC, id DESC"),
  };
}
