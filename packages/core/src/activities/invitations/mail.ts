import { translator } from "@kartis/i18n/translate.ts";
import { datesLocale, type Language } from "@kartis/i18n/languages.ts";
import { findRecord } from "../../data/journal-entity.ts";
import type { contentsOf } from "../../files/index.ts";
import { changesOf } from "../../data/payloads.ts";
import type { scopeOf } from "../../cards/index.ts";
import { env } from "../../kernel/env.ts";
import { type ActivityId, type CardId, isId, type OrgId, type UserId } from "../../kernel/id.ts";
import { linkInto } from "../../kernel/link.ts";
import type { Scope } from "../../kernel/scope.ts";
import { mailing } from "../../mail/index.ts";
import { bareAddress } from "../../mail/rules.ts";
import type { aboutCard, CardReads as TemplateReads, Link, renderKind } from "../../message-templates/index.ts";
import { findMembership, findOrganization, type Organization } from "../../organizations/index.ts";
import { findRecipient, findUser } from "../../users/index.ts";
import { type CalendarAttendee, writeCalendar } from "../icalendar/calendar.ts";
import { replyAddressOf } from "../mails/address.ts";
import { meetingOf } from "../meetings/rules.ts";
import type { Guest, Meeting } from "../meetings/schema.ts";
import { endOf, timingOf } from "../meetings/time.ts";
import { wordsOf } from "../recurrence/words.ts";
import { findActivities } from "../store.ts";
import { eventsOf } from "./calendar-of.ts";
import { addresseeOf, type CardReads } from "./guest.ts";
import { isOver, mailedActions, type MailedChange, type MailKind, MeetingMailPayload } from "./notify.ts";
import { remindedTime } from "./reminder.ts";
import { tokenOf } from "./token.ts";
import { durationOf, whenOf } from "./when.ts";

const templates = {
  invited: "MEETING_EMAIL_SCHEDULED",
  changed: "MEETING_EMAIL_CHANGED",
  canceled: "MEETING_EMAIL_CANCELED",
  reminded: "MEETING_EMAIL_REMINDER",
} as const satisfies Record<MailKind, string>;

/** Whom a mail goes to. */
interface Reader {
  readonly name: string | null;
  readonly email: string;
  readonly language: Language;
  /** Null where nobody knows it. */
  readonly timeZone: string | null;
  readonly about: {
    /** The card that the text can name: a member's is the meeting's, a guest's their own. */
    readonly cardId: CardId | null;
    readonly scope: Scope;
    /** Of which other cards they may learn the names. */
    readonly related: Scope;
    /** By which the text is chosen where nothing of the card may be said. */
    readonly cardTypeId: string | null;
  };
  /** Where they answer, or look at it. */
  readonly link: string;
  readonly answer: CalendarAttendee["answer"];
  /** Where their calendar answers, if that is taken in. */
  readonly replyTo?: string | undefined;
}

/** What a mail is made with: given, for the reason that `CardReads` is. */
interface Given {
  readonly cards: CardReads & TemplateReads & { readonly scopeOf: typeof scopeOf };
  readonly templates: {
    readonly renderKind: typeof renderKind;
    readonly aboutCard: typeof aboutCard;
    readonly Link: typeof Link;
  };
  readonly files: { readonly contentsOf: typeof contentsOf };
}

/** The mail, as the meeting is now; none if it is not true any more: another change will have brought one of its own. */
export const meetingMails = (given: Given) =>
  mailing(async ({ orgId, subjectId, userId, payload }, clock) => {
    const { kind, guestId, recordId, remindAt } = MeetingMailPayload.parse(payload);
    const [activity, organization, record] = await Promise.all([
      isId("act", subjectId) ? findActivities(orgId, [subjectId]).then((found) => found.get(subjectId)) : undefined,
      findOrganization(orgId),
      findRecord(orgId, recordId),
    ]);
    if (activity?.type !== "MEETING" || !organization || isOver(activity.values, clock)) return undefined;
    const meeting = kind === "reminded" ? remindedTime(activity, guestId, remindAt) : meetingOf(activity);
    if (!meeting) return undefined;
    const change = changesOf(record?.changes ?? [], mailedActions).find(({ subject }) => subject.id === meeting.id);
    const guest = meeting.guests.find(({ id }) => id === guestId);
    const isIn = guestId === null ? meeting.participants.some((id) => id === userId) : guest !== undefined;
    if ((meeting.trashedAt === null && isIn) === (kind === "canceled")) return undefined;
    const reader = isId("usr", userId)
      ? await memberAt(
          orgId,
          meeting,
          { userId, path: kind === "canceled" ? "/calendar" : `/calendar?open=${meeting.id}` },
          given,
        )
      : await guestAt(orgId, meeting.id, guest ?? formerGuest(change, guestId), organization.language, given.cards);
    if (reader && guestId !== null && (await isReachedOtherwise(orgId, meeting, { guestId, email: reader.email }, given.cards)))
      return undefined;
    return reader && compose(kind, meeting, reader, { ...given, organization, change, orgId });
  });

/** A member who wants mails about meetings. They are not asked: an answer of theirs would have no place. */
async function memberAt(
  orgId: OrgId,
  { cardId }: Meeting,
  { userId, path }: { readonly userId: UserId; readonly path: string },
  { cards }: Given,
): Promise<Reader | undefined> {
  const [membership, user] = await Promise.all([findMembership(userId, orgId), findRecipient(userId)]);
  if (!membership || !user?.notifications.email || !user.notifications.meetings) return undefined;
  const { name, email, language } = user;
  const scope = await cards.scopeOf({ principal: { ...membership, userId }, level: "ORGANIZATION" });
  const about = { cardId, scope, related: scope, cardTypeId: null };
  const { timeZone } = membership.settings;
  return { name, email, language, timeZone, about, link: linkInto(orgId, path), answer: null };
}

const everything: Scope = { kind: "organization" };
const nothing: Scope = { kind: "people", userIds: [] };

async function guestAt(
  orgId: OrgId,
  meetingId: ActivityId,
  guest: Omit<Guest, "answeredAt"> | undefined,
  fallback: Language,
  cards: CardReads,
): Promise<Reader | undefined> {
  if (!guest) return undefined;
  const { name, email, language, timeZone, cardTypeId, ownCardId } = await addresseeOf(orgId, guest, cards);
  if (!email) return undefined;
  const link = `${env("PUBLIC_ORIGIN")}/rsvp/${tokenOf({ orgId, meetingId, guestId: guest.id })}?lang=${language ?? fallback}`;
  const replyTo = replyAddressOf(orgId, meetingId, "invitation reply", guest.id);
  const about = { cardId: ownCardId, scope: everything, related: nothing, cardTypeId };
  return { name, email, language: language ?? fallback, timeZone, about, link, answer: guest.rsvp, replyTo };
}

/**
 * True when the address gets its mail for another guest: somebody who was invited by it and as a card whose address it is has one mail, that of the card, and whoever
 * was taken off while they are still invited in the other way has nothing to learn.
 */
async function isReachedOtherwise(
  orgId: OrgId,
  { guests }: Meeting,
  { guestId, email }: { readonly guestId: string; readonly email: string },
  cards: CardReads,
): Promise<boolean> {
  const own = guests.find(({ id }) => id === guestId);
  if (own?.cardId) return false;
  const others = guests.filter(({ id, cardId }) => id !== guestId && (cardId !== null || !own));
  const addresses = await Promise.all(others.map(async (other) => (await addresseeOf(orgId, other, cards)).email));
  return addresses.some((address) => address?.toLowerCase() === email.toLowerCase());
}

/** Somebody who was taken off with the change. */
function formerGuest(change: MailedChange | undefined, guestId: string | null): Omit<Guest, "answeredAt"> | undefined {
  const guest = change?.before?.guests?.find(({ id }) => id === guestId);
  if (!guest) return undefined;
  const { id, cardId = null, email = null, name = null } = guest;
  return { id, cardId, email, name, rsvp: "PENDING" };
}

type Around = Given & {
  readonly orgId: OrgId;
  readonly organization: Organization;
  readonly change: MailedChange | undefined;
};

async function compose(
  kind: MailKind,
  meeting: Meeting,
  reader: Reader,
  { orgId, organization, change, cards, files, templates: { renderKind: render, aboutCard: about, Link: LinkTo } }: Around,
) {
  const { language } = reader;
  const { region } = organization;
  const { start, timeZone, repeat } = meeting;
  const { cardId, scope, related } = reader.about;
  const [t, organizer, card] = await Promise.all([
    translator(language, { isolates: false }),
    meeting.createdBy ? findUser(meeting.createdBy) : undefined,
    about(
      orgId,
      cardId,
      { language, timeZone: reader.timeZone ?? timeZone, settings: organization, cardScope: related, cards },
      scope,
    ),
  ]);
  const reading = { language, region, zone: reader.timeZone };
  const when = whenOf({ start, end: endOf(start, meeting), timeZone, isRepeating: repeat !== null }, reading);
  const rule = repeat && wordsOf(repeat, t, datesLocale(language, region));
  const organizerName = organizer?.name ?? organization.name;
  const values = {
    ...card.values,
    "meeting.title": meeting.title,
    "meeting.when": rule ? `${when.whole}. ${rule}` : when.whole,
    "meeting.date": when.date,
    "meeting.time": when.time,
    "meeting.duration": durationOf(meeting, language),
    "meeting.place": meeting.location,
    "meeting.description": meeting.description,
    "meeting.organizer": organizerName,
    "meeting.changes": kind === "changed" ? previously(change, meeting, reading, t) : null,
    "meeting.link": new LinkTo(reader.link),
    "recipient.name": reader.name,
    "recipient.firstName": reader.name?.split(/\s+/)[0] ?? null,
    "recipient.email": reader.email,
    "sender.name": organizerName,
    "sender.email": organizer?.email ?? null,
    "sender.phone": organization.phone,
    "organization.name": organization.name,
    "organization.phone": organization.phone,
  };
  const cardTypeId = card.cardTypeId ?? reader.about.cardTypeId;
  const message = await render(orgId, { kind: templates[kind], cardTypeId, language, values });
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
  };
  // Their calendar has it already.
  if (kind === "reminded") return mail;
  const isCanceled = kind === "canceled";
  const method = isCanceled ? ("CANCEL" as const) : ("REQUEST" as const);
  const events = eventsOf(meeting, {
    // The mail comes from Kartis on the organizer's behalf (RFC 5545 section 3.2.18). Calendars answer to an address of the guest's own; people to the organizer.
    organizer: {
      name: organizerName,
      email: reader.replyTo ?? organizer?.email ?? bareAddress(env("MAIL_FROM")),
      sentBy: bareAddress(env("MAIL_FROM")),
    },
    attendee: { name: reader.name, email: reader.email, answer: reader.answer },
    url: reader.link,
    isCanceled,
  });
  return { ...mail, calendar: { method, content: writeCalendar({ method, events }), from: organizerName } };
}

/** What was before the change: when, and where. */
function previously(
  change: MailedChange | undefined,
  meeting: Meeting,
  reading: Parameters<typeof whenOf>[1],
  t: Awaited<ReturnType<typeof translator>>,
): string | null {
  const before = change?.before;
  if (!before) return null;
  const { start, minutes, days, timeZone, location, title } = { ...meeting, ...before };
  const old = timingOf({ start, minutes, days, timeZone });
  const isMoved = ["start", "minutes", "days", "timeZone"].some((name) => name in before);
  const parts = [
    ...("title" in before && typeof title === "string" ? [title] : []),
    ...(isMoved ? [whenOf({ ...old, end: endOf(old.start, old), isRepeating: meeting.repeat !== null }, reading).whole] : []),
    ...("location" in before && typeof location === "string" ? [location] : []),
  ];
  return parts.length > 0 ? t("mail.meeting.previously", { what: parts.join(" · ") }) : null;
}
