import { createHash } from "node:crypto";
import { scopeOf } from "../../cards/index.ts";
import { and } from "../../data/replica/sql.ts";
import { countLink, countStranger } from "../../identity/index.ts";
import type { Membership } from "../../kernel/actor.ts";
import { KartisError } from "../../kernel/error.ts";
import type { UserId } from "../../kernel/id.ts";
import type { CallContext } from "../../kernel/procedure.ts";
import { findMember, findMembership, findOrganization } from "../../organizations/index.ts";
import type { CalendarEvent } from "../icalendar/calendar.ts";
import type { Window } from "../meetings/rules.ts";
import { activityScopeSql } from "../replica/scope.ts";
import { meetingsIn, onCalendarOf } from "../replica/meetings.ts";
import { timedTasksOf } from "../replica/tasks.ts";
import { feedEventsOf, taskEventOf } from "./events.ts";
import { feedOf, type StoredFeed } from "./procedures.ts";
import { feedDays, mostInFeed } from "./schema.ts";
import { readFeedToken } from "./token.ts";
import { dayMs } from "../../kernel/time-units.ts";

interface Subscriber {
  readonly membership: Membership;
  readonly userId: UserId;
  readonly feed: StoredFeed;
  readonly organizationName: string;
}

const notFound = () => new KartisError("NOT_FOUND");

/** The subscriber in their current role. Throws the same NOT_FOUND for any invalid link: removed, of a suspended or former member, or of an expired plan. */
async function subscriberBy(token: string, { client, clock }: Pick<CallContext, "client" | "clock">): Promise<Subscriber> {
  const link = readFeedToken(token);
  if (!link) {
    await countStranger("feed", { client, clock });
    throw notFound();
  }
  // By link: services that fetch calendars do so for very many people from few addresses.
  await countLink("feed", token, clock);
  const { orgId, userId, linkId } = link;
  const [feed, membership, member, organization] = await Promise.all([
    feedOf(orgId, userId),
    findMembership(userId, orgId),
    findMember(orgId, userId),
    findOrganization(orgId),
  ]);
  if (feed.linkId !== linkId || !membership || membership.through || !member || !organization) throw notFound();
  // A member who has left and come back needs a new link.
  if (member.joinedAt > (feed.madeAt ?? "")) throw notFound();
  const { endsAt } = membership.plan;
  if (endsAt !== null && Date.parse(endsAt) <= clock.now()) throw notFound();
  return { membership, userId, feed, organizationName: organization.name };
}

/** Events within the window that the subscriber may see now. */
async function eventsFor({ membership, userId, feed }: Subscriber, window: Window): Promise<CalendarEvent[]> {
  const principal = { ...membership, userId };
  const { orgId } = membership;
  const scopeOver = async (type: "MEETINGS" | "TASKS") => {
    const level = membership.grants[`${type}.read`];
    return level && scopeOf({ principal, level }, type);
  };
  const [overMeetings, overTasks] = await Promise.all([
    scopeOver("MEETINGS"),
    feed.includesTasks ? scopeOver("TASKS") : undefined,
  ]);
  const meetings = overMeetings
    ? await meetingsIn(orgId, window, and([activityScopeSql(overMeetings), onCalendarOf([userId])]), mostInFeed)
    : [];
  const tasks = overTasks ? await timedTasksOf(orgId, overTasks, userId, window, mostInFeed) : [];
  return [
    ...meetings.slice(0, mostInFeed).flatMap((meeting) => feedEventsOf(meeting, userId, orgId)),
    ...tasks.map((task) => taskEventOf(task, window.timeZone, orgId)),
  ];
}

/**
 * A member's calendar as a file for other calendars, by its link alone: their meetings, and where they want it their tasks with an hour, from 90 days back to 366
 * ahead. Nobody's address is in it. The entity tag changes when anything in it does. Throws NOT_FOUND and TOO_MANY_REQUESTS.
 */
export async function calendarFeed(
  token: string,
  context: Pick<CallContext, "client" | "clock">,
): Promise<{ content: string; etag: string }> {
  const subscriber = await subscriberBy(token, context);
  const now = context.clock.now();
  const window: Window = {
    from: new Date(now - feedDays.back * dayMs).toISOString(),
    until: new Date(now + feedDays.ahead * dayMs).toISOString(),
    timeZone: subscriber.membership.settings.timeZone,
  };
  const events = await eventsFor(subscriber, window);
  // A library that nothing else here needs.
  const { writeCalendar } = await import("../icalendar/calendar.ts");
  const content = writeCalendar({ method: "PUBLISH", name: subscriber.organizationName, refresh: "PT1H", events });
  return { content, etag: `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"` };
}
