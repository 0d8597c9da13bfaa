import type { MessageKind } from "../meetings/message-kinds.ts";
import type { scopeOf } from "../../cards/index.ts";
import type { contentsOf } from "../../files/index.ts";
import { env } from "../../kernel/env.ts";
import { isId } from "../../kernel/id.ts";
import { mailing } from "../../mail/index.ts";
import { bareAddress } from "../../mail/rules.ts";
import { writeCalendar } from "../icalendar/calendar.ts";
import { eventsOf } from "./calendar-of.ts";
import type { CardReads } from "./guest.ts";
import { type Occasion, occasionOf } from "./occasion.ts";
import { guestAt, isReachedOtherwise, type MailReader, memberAt } from "./readers.ts";
import { type Wording, wordingOf } from "./wording.ts";

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
    return reader && compose(occasion, reader, given);
  });

async function readerOf(
  { orgId, organization, kind, meeting, guest }: Occasion,
  userId: string | undefined,
  { cards }: Given,
): Promise<MailReader | undefined> {
  if (kind === "reminded" && !meeting.notify.remind) return undefined;
  if (isId("usr", userId)) {
    const path = kind === "canceled" ? "/calendar" : `/calendar?open=${meeting.id}`;
    return memberAt(orgId, meeting, { userId, path }, cards.scopeOf);
  }
  const reader = await guestAt(orgId, meeting.id, guest, organization.language, cards);
  const isElsewhere =
    reader && guest && (await isReachedOtherwise(orgId, meeting, { guestId: guest.id, email: reader.email }, cards));
  return isElsewhere ? undefined : reader;
}

async function compose(occasion: Occasion, reader: MailReader, given: Given) {
  const { orgId, kind, meeting } = occasion;
  const { files } = given;
  const { values, cardTypeId, organizer, organizerName } = await wordingOf(occasion, reader, given);
  const { language } = reader;
  const message = await given.templates.renderKind(orgId, { kind: templates[kind], cardTypeId, language, values });
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
