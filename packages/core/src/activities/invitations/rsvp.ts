import type * as z from "zod";
import { isDay } from "../../cards/fields/day.ts";
import { findCards, getCardType } from "../../cards/index.ts";
import { commit } from "../../data/commit.ts";
import { countStranger } from "../../identity/index.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type CallContext, procedure } from "../../kernel/procedure.ts";
import { findOrganization, membersOf, type Organization } from "../../organizations/index.ts";
import type { StoredActivity } from "../activity.ts";
import { answering } from "../meetings/answers.ts";
import { meetingOf, replyOf } from "../meetings/rules.ts";
import { reminding } from "../meetings/without-reminders.ts";
import type { Meeting, Occurrence } from "../meetings/meeting.ts";
import { descriptionOn, endOf, seriesOf } from "../meetings/time.ts";
import { occurrencesIn } from "../recurrence/occurrences.ts";
import { toRRule } from "../recurrence/rrule.ts";
import { findActivities } from "../store.ts";
import { definitionOf } from "../types/list.ts";
import { changeSetOf } from "../writes.ts";
import { eventsOfGuest } from "./calendar-of.ts";
import { addresseeOf } from "./guest.ts";
import { type GuestsMeeting, meetingOfGuest } from "./guests-meeting.ts";
import { type Attendance, type OpenMeeting, RemindersInput, ReplyInput, ReplyTokenInput } from "./schema.ts";
import { isPast, notFound, requireOpen, shownTime } from "./times.ts";
import { readToken, type ReplyTo } from "./token.ts";
import { dayMs } from "../../kernel/time-units.ts";
import { organizerOf } from "./organizer.ts";

const byLink = { everyone: "a guest is known by the link of their invitation alone" } as const;

const cards = { findCards, getCardType };

/** Days after its end for which a meeting is still shown to people with its link. */
const keptDays = 90;
/** Maximum number of occurrences that are counted. */
const counted = 1_000;
/** Target of a guest's link. */
interface Invitation extends ReplyTo, GuestsMeeting {
  readonly activity: StoredActivity;
  readonly organization: Organization;
}

/** Throws the same error for a token that is none, for a guest who was taken off, and for a meeting that is gone. */
async function invitationBy({ token, on }: z.output<typeof ReplyTokenInput>, clock: Clock): Promise<Invitation> {
  const to = readToken(token);
  if (!to) throw notFound();
  const { orgId, meetingId, guestId } = to;
  const [activities, organization] = await Promise.all([findActivities(orgId, [meetingId]), findOrganization(orgId)]);
  const activity = activities.get(meetingId);
  if (activity?.type !== "MEETING" || !organization) throw notFound();
  const theirs = meetingOfGuest(meetingOf(activity), guestId, clock.now(), on);
  const values = theirs?.day ? { ...activity.values, ...timingValuesOf(theirs.meeting) } : activity.values;
  const { endsAt } = definitionOf("MEETING").columns(values);
  if (!theirs || (endsAt !== null && Date.parse(endsAt) + keptDays * dayMs < clock.now())) throw notFound();
  return { ...to, ...theirs, activity, organization };
}

/** When a single time is, as the values of a meeting of its own. */
const timingValuesOf = ({ start, minutes, days }: Meeting) => ({ start, minutes, days, repeat: null, exceptions: [] });

/** Number of occurrences; null for a series without an end, or with more than are counted. */
function timesOf(meeting: Meeting): number | null {
  const series = seriesOf(meeting);
  if (!series) return 1;
  if (series.rule.ends.type === "never") return null;
  const [from, until] = isDay(meeting.start) ? ["1970-01-01", "9998-12-31"] : ["1970-01-01T00:00:00Z", "9998-12-31T00:00:00Z"];
  const found = occurrencesIn(series, { from, until }, counted).length;
  return found === counted ? null : found;
}

function ruleOf(meeting: Meeting): OpenMeeting["series"] {
  const series = seriesOf(meeting);
  const { start } = meeting;
  return series ? { start, end: endOf(start, meeting), rrule: toRRule(series.rule, series.start) } : null;
}

async function peopleAt({ orgId, guestId, meeting }: Invitation, { guests, participants }: Occurrence): Promise<Attendance[]> {
  const members = new Map((await membersOf(orgId)).map(({ userId, name }) => [userId, name]));
  const ofMember = (userId: (typeof participants)[number]): Attendance => ({
    name: members.get(userId) ?? null,
    role: userId === meeting.createdBy ? "organizer" : "member",
    isYou: false,
    rsvp: null,
  });
  const present = participants.filter((userId) => members.has(userId));
  const ofGuests = guests.map(async (guest): Promise<Attendance> => {
    const { name } = await addresseeOf(orgId, guest, cards);
    return { name, role: "guest", isYou: guest.id === guestId, rsvp: guest.rsvp };
  });
  return [
    ...present.toSorted((a, b) => Number(b === meeting.createdBy) - Number(a === meeting.createdBy)).map(ofMember),
    ...(await Promise.all(ofGuests)),
  ];
}

function remindersOf({ reminder, notify, withoutReminders }: Meeting, guestId: string): OpenMeeting["reminders"] {
  if (reminder === null || !(notify.remind || notify.remindBySms)) return "none";
  return withoutReminders.includes(guestId) ? "unwanted" : "wanted";
}

async function shown(invitation: Invitation, on: string | undefined, clock: Clock): Promise<OpenMeeting> {
  const { orgId, meeting, guest, organization } = invitation;
  const time = shownTime(meeting, clock.now(), on);
  if (!time) throw notFound();
  const [organizer, addressee, people] = await Promise.all([
    organizerOf(orgId, meeting),
    addresseeOf(orgId, guest, cards),
    peopleAt(invitation, time),
  ]);
  const own = meeting.answers.filter(({ guestId }) => guestId === guest.id);
  const answer = own.find(({ day }) => day === time.day) ?? own.find(({ day }) => day === null);
  return {
    organizationName: organization.name,
    organizerName: organizer?.name ?? null,
    guestName: addressee.name,
    email: addressee.email,
    language: addressee.language ?? organization.language,
    region: organization.region,
    state: meeting.trashedAt !== null ? "canceled" : isPast(time, meeting, clock.now()) ? "over" : "open",
    title: time.title,
    description: descriptionOn(meeting, time.day),
    location: time.location,
    start: time.start,
    end: time.end,
    timeZone: meeting.timeZone,
    repeat: meeting.repeat,
    series: ruleOf(meeting),
    day: invitation.day ?? time.day,
    times: timesOf(meeting),
    reply: replyOf(meeting.answers, guest.id, time.day),
    repliedAt: answer?.answeredAt ?? null,
    isRecorded: answer?.by !== undefined,
    replyToAll: guest.rsvp,
    message: answer?.message ?? "",
    reminders: remindersOf(meeting, guest.id),
    people,
  };
}

async function open(by: z.output<typeof ReplyTokenInput>, { client, clock }: CallContext): Promise<Invitation> {
  await countStranger("rsvp", { client, clock });
  return invitationBy(by, clock);
}

const find = procedure({
  name: "rsvp.find",
  kind: "query",
  input: ReplyTokenInput,
  can: byLink,
  run: async (by, context): Promise<OpenMeeting> => shown(await open(by, context), by.on, context.clock),
});

const answer = procedure({
  name: "rsvp.answer",
  kind: "mutation",
  input: ReplyInput,
  can: byLink,
  /** It can be changed until the meeting is over. */
  async run({ token, on, rsvp, day, message }, context): Promise<OpenMeeting> {
    const { orgId, guestId } = await open({ token, on }, context);
    // Of single times, the one that they reply to.
    const by = { token, on: day ?? on };
    const { clock, requestId } = context;
    const actor = actorOf({ orgId, guestId });
    await commit({ orgId, actor, clock, requestId, origin: "ui" }, async (at) => {
      const { activity, meeting, day: single } = await invitationBy(by, clock);
      // The page shows another time where theirs is gone; no reply is given to one that they did not see.
      if (single !== null && (by.on ?? single) !== single) throw notFound();
      requireOpen(meeting, single === null ? day : null, clock.now());
      return changeSetOf(answering(orgId, activity, { guestId, day: single ?? day, rsvp, message }, at), activity);
    });
    return shown(await invitationBy(by, clock), by.on, clock);
  },
});

const isGuest = (id: string): id is `gst_${string}` => id.startsWith("gst_");
const actorOf = ({ orgId, guestId }: Pick<ReplyTo, "orgId" | "guestId">): Actor => ({
  kind: "guest",
  guestId: isGuest(guestId) ? guestId : `gst_${guestId}`,
  orgId,
});

const setReminders = procedure({
  name: "rsvp.setReminders",
  kind: "mutation",
  input: RemindersInput,
  can: byLink,
  /** Harmless to repeat. */
  async run({ token, on, isWanted }, context): Promise<OpenMeeting> {
    const { client, clock, requestId } = context;
    // A mail provider posts the links of many people, so only tokens that Kartis did not create are counted.
    if (!readToken(token)) await countStranger("rsvp", { client, clock });
    const by = { token, on };
    const { orgId, guestId } = await invitationBy(by, clock);
    await commit({ orgId, actor: actorOf({ orgId, guestId }), clock, requestId, origin: "ui" }, async (at) => {
      const { activity } = await invitationBy(by, clock);
      return changeSetOf(reminding(orgId, activity, { guestId, isWanted }, at), activity);
    });
    return shown(await invitationBy(by, clock), by.on, clock);
  },
});

const calendar = procedure({
  name: "rsvp.calendar",
  kind: "query",
  input: ReplyTokenInput,
  can: byLink,
  /** The file for a calendar. It has no invitations: the reply is given on this page. */
  async run(by, context): Promise<{ content: string }> {
    const { activity, guest } = await open(by, context);
    const meeting = meetingOf(activity);
    // A library that nothing else here needs.
    const { writeCalendar } = await import("../icalendar/calendar.ts");
    return {
      content: writeCalendar({
        method: "PUBLISH",
        events: eventsOfGuest(meeting, guest.id, { isCanceled: meeting.trashedAt !== null }),
      }),
    };
  },
});

export const rsvpProcedures = [find, answer, calendar, setReminders] as const;
