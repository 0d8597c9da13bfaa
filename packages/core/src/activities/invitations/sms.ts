import type { MessageKind } from "../meetings/message-kinds.ts";
import { languageIn, timeZoneIn } from "../../cards/fields/correspondent.ts";
import { idFrom, isId, type OrgId } from "../../kernel/id.ts";
import type { Organization } from "../../organizations/index.ts";
import type { Purpose } from "../../outbound/index.ts";
import type { SmsNumber, smsNumbersOf } from "../../sms/index.ts";
import type { Meeting } from "../meetings/meeting.ts";
import { meetingAt } from "../meetings/rules.ts";
import { instantAt } from "../meetings/time.ts";
import { dropUnwritten, sendAutomaticSms, type SmsDependencies } from "../sms/automatic.ts";
import { cardOfGuest, type CardReads, nameOfGuest } from "./guest.ts";
import { MeetingMessage } from "./notify.ts";
import { type KnownGuest, type Occasion, occasionOf } from "./occasion.ts";
import { everything, nothing, type Reader, replyLink } from "./readers.ts";
import { type Announcement, type Wording, wordingOf } from "./wording.ts";

const templates = {
  invited: "MEETING_SMS_SCHEDULED",
  changed: "MEETING_SMS_CHANGED",
  canceled: "MEETING_SMS_CANCELED",
  reminded: "MEETING_SMS_REMINDER",
} as const satisfies Record<MessageKind, string>;

/** What an SMS is written with. */
export interface SmsWording extends Wording {
  readonly cards: CardReads & Wording["cards"];
  readonly smsNumbersOf: typeof smsNumbersOf;
}

/** A guest with a phone. */
export interface PhoneReader extends Reader {
  readonly number: SmsNumber;
  readonly cardId: NonNullable<KnownGuest["cardId"]>;
}

/** The guest with the first number of their card; undefined for a guest who is no card, or one without a number. */
export async function phoneReaderOf(
  orgId: OrgId,
  meeting: Pick<Meeting, "id" | "guests">,
  guest: KnownGuest,
  { organization, day }: { readonly organization: Organization; readonly day: string | undefined },
  { cards, smsNumbersOf: numbersOf }: SmsWording,
): Promise<PhoneReader | undefined> {
  const found = await cardOfGuest(orgId, guest, cards);
  if (!found) return undefined;
  const { card, cardType } = found;
  const [number] = numbersOf(cardType, card.fields, organization);
  if (!number) return undefined;
  const language = languageIn(cardType, card.fields) ?? organization.language;
  return {
    name: nameOfGuest(guest, card),
    email: guest.email,
    language,
    timeZone: timeZoneIn(cardType, card.fields),
    about: { cardId: card.id, scope: everything, related: nothing, cardTypeId: card.typeId },
    link: replyLink(orgId, meeting, guest.id, { language, day }),
    number,
    cardId: card.id,
  };
}

/** The text of an SMS about a meeting; null where the organization has switched it off. */
export async function smsTextFor(occasion: Announcement, reader: Reader, given: SmsWording): Promise<string | null> {
  const { values: all, cardTypeId, movedWhen } = await wordingOf(occasion, reader, given);
  const values = movedWhen === undefined ? all : { ...all, "meeting.when": movedWhen };
  const of = { kind: templates[occasion.kind], cardTypeId, language: reader.language, values };
  return (await given.templates.renderKind(occasion.orgId, of))?.text ?? null;
}

/**
 * Whether the one who is canceled is still invited, as the same card with another address. An address gets its own cancellation by mail, while a phone has nothing
 * to learn but the new invitation.
 */
async function isStillInvited({ orgId, meeting, days, guest }: Occasion, cards: CardReads): Promise<boolean> {
  const own = guest && (await cardOfGuest(orgId, guest, cards))?.card.id;
  if (!own || meeting.trashedAt !== null) return false;
  const isOwn = async (other: KnownGuest) => other.id !== guest.id && (await cardOfGuest(orgId, other, cards))?.card.id === own;
  const isAt = async ({ guests }: Pick<Meeting, "guests">) => (await Promise.all(guests.map(isOwn))).some(Boolean);
  const times = days.length === 0 ? [meeting] : days.map((day) => meetingAt(meeting, day) ?? { guests: [] });
  return (await Promise.all(times.map(isAt))).every(Boolean);
}

/** Names a number without containing it: which news were sent is kept longer than to whom. */
const numberKey = (orgId: OrgId, phone: string): string => idFrom("act", 1, `${orgId}\n${phone}`);

const isWanted = ({ notify }: Meeting, kind: MessageKind): boolean => kind !== "reminded" || notify.remindBySms;

/**
 * SMS to guests about a meeting, as it is when they are written. Its effect is an SMS on the timeline of the guest's card, which is sent like any other; it can be
 * repeated, since the SMS is made under an id that follows from the effect.
 */
export const meetingSms = (given: SmsWording & { readonly deps: SmsDependencies }): Purpose => ({
  repeats: true,
  concerns: "organization",
  async prepare(effect, clock) {
    const { orgId } = effect;
    const { smsId: waited, recordId } = MeetingMessage.parse(effect.payload);
    const drop = waited && (async () => (await dropUnwritten(orgId, waited, clock), waited));
    const occasion = await occasionOf(effect, clock);
    if (!occasion?.guest || !isWanted(occasion.meeting, occasion.kind)) return drop;
    if (occasion.kind === "canceled" && (await isStillInvited(occasion, given.cards))) return drop;
    const { organization, kind, meeting, link, days, announced, guest, actorId, remindAt } = occasion;
    const reader = await phoneReaderOf(orgId, link.meeting, guest, { organization, day: link.day }, given);
    const text = reader && (await smsTextFor(occasion, reader, given));
    if (!text) return drop;
    const id = waited ?? idFrom("act", Date.parse(effect.createdAt), `${orgId}\n${effect.effectId}`);
    const [{ start, timeZone }] = announced;
    const sms = {
      id,
      cardId: reader.cardId,
      phone: reader.number.phone,
      text,
      createdBy: isId("usr", actorId) ? actorId : (meeting.createdBy ?? "sms"),
      aboutMeeting: {
        meetingId: meeting.id,
        guestId: guest.id,
        kind,
        recordId,
        ...(remindAt ? { remindAt } : {}),
        startsAt: instantAt(start, timeZone),
        ...(days.length > 0 ? { days } : {}),
      },
      // Effects that waited say what the meeting is by now, and guests who share a number hold one phone: of several, one is enough. So it is with an
      // invitation and a change of one night.
      news: [
        meeting.id,
        meeting.version,
        numberKey(orgId, reader.number.phone),
        waited ? "waited" : kind,
        remindAt ?? "",
        ...days,
      ].join("."),
    };
    return async () => {
      await sendAutomaticSms(sms, { organization, clock, deps: given.deps });
      await drop?.();
      return id;
    };
  },
});
