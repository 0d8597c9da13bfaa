import type { Language } from "@kartis/i18n/languages.ts";
import type { scopeOf } from "../../cards/index.ts";
import { env } from "../../kernel/env.ts";
import { type CardId, type OrgId, type UserId } from "../../kernel/id.ts";
import { linkInto } from "../../kernel/link.ts";
import type { Scope } from "../../kernel/scope.ts";
import { findMembership } from "../../organizations/index.ts";
import { findRecipient } from "../../users/index.ts";
import type { CalendarAttendee } from "../icalendar/calendar.ts";
import { replyAddressOf } from "../mails/address.ts";
import type { Meeting } from "../meetings/meeting.ts";
import { addresseeOf, cardOfGuest, type CardReads } from "./guest.ts";
import type { KnownGuest } from "./occasion.ts";
import { remindersPrefix, tokenOf } from "./token.ts";

/** Whom a message goes to. */
export interface Reader {
  readonly name: string | null;
  readonly email: string | null;
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
}

/** Whom a mail goes to. */
export interface MailReader extends Reader {
  readonly email: string;
  readonly answer: CalendarAttendee["answer"];
  /** Where their calendar answers, if that is taken in. */
  readonly replyTo?: string | undefined;
}

/** A member who wants mails about meetings, and may see them. They are not asked: an answer of theirs would have no place. */
export async function memberAt(
  orgId: OrgId,
  { cardId }: Meeting,
  { userId, path }: { readonly userId: UserId; readonly path: string },
  scopeOfCards: typeof scopeOf,
): Promise<MailReader | undefined> {
  const [membership, user] = await Promise.all([findMembership(userId, orgId), findRecipient(userId)]);
  if (!membership || !user?.notifications.email || !user.notifications.meetings) return undefined;
  if (!membership.grants["MEETINGS.read"]) return undefined;
  const { name, email, language } = user;
  const scope = await scopeOfCards({ principal: { ...membership, userId }, level: "ORGANIZATION" });
  const about = { cardId, scope, related: scope, cardTypeId: null };
  const { timeZone } = membership.settings;
  return { name, email, language, timeZone, about, link: linkInto(orgId, path), answer: null };
}

/** What a guest's own card can say to them. */
export const everything: Scope = { kind: "organization" };
/** Of no other card. */
export const nothing: Scope = { kind: "people", userIds: [] };

/** Where a guest answers, in their language. @param day names the time of a series that the message with the link is about, which the page then shows */
export function replyLink(
  orgId: OrgId,
  { id: meetingId }: Pick<Meeting, "id">,
  guestId: string,
  { language, day }: { readonly language: Language; readonly day: string | undefined },
): string {
  const on = day === undefined ? "" : `&on=${day}`;
  return `${env("PUBLIC_ORIGIN")}/rsvp/${tokenOf({ orgId, meetingId, guestId })}?lang=${language}${on}`;
}

/** How a guest says that they want no more reminders of the meeting: on its page, which asks first, or by a click in their mail program. */
export const remindersOffLinks = (orgId: OrgId, meetingId: Meeting["id"], guestId: string, { link }: Pick<Reader, "link">) => ({
  page: `${link}&reminders=off`,
  oneClick: `${env("PUBLIC_ORIGIN")}/api/unsubscribe/${remindersPrefix}${tokenOf({ orgId, meetingId, guestId })}`,
});

/** A guest who has an address. */
export async function guestAt(
  orgId: OrgId,
  meeting: Pick<Meeting, "id" | "guests">,
  guest: KnownGuest | undefined,
  { fallback, day }: { readonly fallback: Language; readonly day: string | undefined },
  cards: CardReads,
): Promise<MailReader | undefined> {
  if (!guest) return undefined;
  const { name, email, language, timeZone, cardTypeId, ownCardId } = await addresseeOf(orgId, guest, cards);
  if (!email) return undefined;
  const link = replyLink(orgId, meeting, guest.id, { language: language ?? fallback, day });
  const replyTo = replyAddressOf(orgId, meeting.id, "invitation reply", guest.id);
  const about = { cardId: ownCardId, scope: everything, related: nothing, cardTypeId };
  return { name, email, language: language ?? fallback, timeZone, about, link, answer: guest.rsvp, replyTo };
}

/**
 * True when the address gets its mail for another guest: somebody who was invited by it and as a card whose address it is has one mail, that of the card; so has
 * one whose card was merged into another guest's; and whoever was taken off while they are still invited in the other way has nothing to learn.
 */
export async function isReachedOtherwise(
  orgId: OrgId,
  { guests }: Meeting,
  { guestId, email }: { readonly guestId: string; readonly email: string },
  cards: CardReads,
): Promise<boolean> {
  const own = guests.find(({ id }) => id === guestId);
  if (own?.cardId) {
    const card = (await cardOfGuest(orgId, own, cards))?.card;
    return guests.some(({ id, cardId }) => id !== guestId && cardId !== own.cardId && cardId === card?.id);
  }
  const others = guests.filter(({ id, cardId }) => id !== guestId && (cardId !== null || !own));
  const addresses = await Promise.all(others.map(async (other) => (await addresseeOf(orgId, other, cards)).email));
  return addresses.some((address) => address?.toLowerCase() === email.toLowerCase());
}
