import type { MessageKind } from "../meetings/message-kinds.ts";
import type { scopeOf } from "../../cards/index.ts";
import type { contentsOf } from "../../files/index.ts";
import { env } from "../../kernel/env.ts";
import { isId, type UserId } from "../../kernel/id.ts";
import { mailing } from "../../mail/index.ts";
import { bareAddress } from "../../mail/rules.ts";
import { type CalendarEvent, writeCalendar } from "../icalendar/calendar.ts";
import { canceledTimes, eventsOf, eventsOfGuest, seriesOfMember } from "./calendar-of.ts";
import type { CardReads } from "./guest.ts";
import { type Occasion, occasionOf } from "./occasion.ts";
import { guestAt, isReachedOtherwise, type MailReader, memberAt, remindersOffLinks } from "./readers.ts";
import { type Wording, wordingOf } from "./wording.ts";
import { meetingAt } from "../meetings/rules.ts";
import { meetingPath } from "../meetings/path.ts";

const templates = {
  invited: "MEETING_EMAIL_SCHEDULED",
  changed: "MEETING_EMAIL_CHANGED",
  canceled: "MEETING_EMAIL_CANCELED",
  reminded: "MEETING_EMAIL_REMINDER",
} as const satisfies Record<MessageKind, string>;

/** What a mail is made with: given, for the reason that `CardReads` is. */
interface Given extends Wording {
  readonly cards: CardReads & Wording["cards"] & { readonly scopeOf: typeof scopeOf };
  readonly files: { readonly contentsOf: typeof contentsOf };
}

/** The mail, as the meeting is now; none if it is not true any more. */
export const meetingMails = (given: Given) =>
  mailing(async (effect, clock) => {
    const occasion = await occasionOf(effect, clock);
    const reader = occasion && (await readerOf(occasion, effect.userId, given));
    return reader && compose(occasion, reader, isId("usr", effect.userId) ? effect.userId : undefined, given);
  });

async function readerOf(
  { orgId, organization, kind, meeting, link, days, announced, guest }: Occasion,
  userId: string | undefined,
  { cards }: Given,
): Promise<MailReader | undefined> {
  if (kind === "reminded" && !meeting.notify.remind) return undefined;
  if (isId("usr", userId)) {
    const path = kind === "canceled" ? "/calendar" : meetingPath(meeting.id, days[0]);
    return memberAt(orgId, meeting, { userId, path }, cards.scopeOf);
  }
  const [day] = days;
  const reader = await guestAt(orgId, link.meeting, guest, { fallback: organization.language, day: link.day }, cards);
  // At the time that it is about, others may be invited than to the series.
  const there = day === undefined ? meeting : (meetingAt(meeting, day) ?? announced[0]);
  const isElsewhere =
    reader && guest && (await isReachedOtherwise(orgId, there, { guestId: guest.id, email: reader.email }, cards));
  return isElsewhere ? undefined : reader;
}

/** @param userId the member it goes to; none for a guest */
async function compose(occasion: Occasion, reader: MailReader, userId: UserId | undefined, given: Given) {
  const { orgId, kind } = occasion;
  const { files } = given;
  const { values: all, cardTypeId, organizer, organizerName } = await wordingOf(occasion, reader, given);
  const off =
    kind === "reminded" && occasion.guest ? remindersOffLinks(orgId, occasion.meeting.id, occasion.guest.id, reader) : undefined;
  const values = off ? { ...all, "recipient.settings": new given.templates.Link(off.page) } : all;
  const { language } = reader;
  // What takes place as before is not called canceled, though an entry of a calendar is.
  const said = templates[occasion.isOnlyRenamed ? "changed" : kind];
  const message = await given.templates.renderKind(orgId, { kind: said, cardTypeId, language, values });
  if (!message) return undefined;
  const { subject, text, html } = message;
  const attachments = await files.contentsOf(orgId, message.attachments);
  const mail = {
    to: reader.email,
    subject,
    text,
    ...(html === null ? {} : { html }),
    attachments,
    ...(organizer ? { replyTo: organizer.email } : {}),
    ...(off ? { unsubscribe: off.oneClick } : {}),
  };
  // Their calendar has it already.
  if (kind === "reminded") return mail;
  const { method, events } = calendarFor(occasion, userId, {
    // The mail comes from Kartis on the organizer's behalf (RFC 5545 section 3.2.18). Calendars answer to an address of the guest's own; people to the organizer.
    organizer: {
      name: organizerName,
      email: reader.replyTo ?? organizer?.email ?? bareAddress(env("MAIL_FROM")),
      sentBy: bareAddress(env("MAIL_FROM")),
    },
    attendee: { name: reader.name, email: reader.email, answer: reader.answer },
    url: reader.link,
  });
  return { ...mail, calendar: { method, content: writeCalendar({ method, events }), from: organizerName } };
}

/** What their calendar is to hold after the message: the meeting at the times at which they are invited to it, or that they are not any more. */
function calendarFor(
  { kind, meeting, before, days, guest }: Occasion,
  userId: UserId | undefined,
  around: Parameters<typeof eventsOf>[1],
): { readonly method: "REQUEST" | "CANCEL"; readonly events: CalendarEvent[] } {
  const isCanceled = kind === "canceled" && days.length === 0;
  // The whole takes its times along (RFC 5546 section 3.2.5); what these say is not for guests who were not invited to them.
  const whole = userId ? meeting : { ...meeting, exceptions: meeting.exceptions.filter(({ type }) => type === "removed") };
  if (isCanceled) return { method: "CANCEL", events: eventsOf(whole, { ...around, isCanceled }) };
  // By the names and with the contents that they have in the calendar.
  const known = before ? { ...before, version: meeting.version, updatedAt: meeting.updatedAt } : meeting;
  const canceled = () => ({ method: "CANCEL" as const, events: canceledTimes(known, days, around) });
  if (!userId) {
    const isInSeries = guest && meeting.guests.some(({ id }) => id === guest.id);
    // Times that take place without them.
    const isOthers = days.every((day) => meetingAt(meeting, day) !== undefined);
    if (kind === "canceled" && (!isInSeries || isOthers)) return canceled();
    return { method: "REQUEST", events: guest ? eventsOfGuest(meeting, guest.id, around) : eventsOf(meeting, around) };
  }
  const events = eventsOf(seriesOfMember(meeting, userId), around);
  if (!meeting.repeat || meeting.participants.includes(userId)) return { method: "REQUEST", events };
  // Of a series in which they do not take part, their calendar knows single times alone.
  return kind === "canceled"
    ? canceled()
    : { method: "REQUEST", events: events.filter(({ occurrence }) => occurrence !== undefined) };
}
