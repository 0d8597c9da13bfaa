import { assigningFieldsOf } from "@kartis/core/cards/assignments/fields.ts";
import { inScope } from "@kartis/core/cards/replica/scope.ts";
import { scopeOf } from "@kartis/core/cards/scope.ts";
import { cardMails } from "@kartis/core/activities/mails/deliver.ts";
import { meetingMails } from "@kartis/core/activities/invitations/mail.ts";
import { meetingSms } from "@kartis/core/activities/invitations/sms.ts";
import { findCards, getCardType } from "@kartis/core/cards/store.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import { contentsOf } from "@kartis/core/files/contents.ts";
import { warningMails } from "@kartis/core/limit-warnings/mail.ts";
import { invitationMails } from "@kartis/core/members/invitation-mail.ts";
import { aboutCard } from "@kartis/core/message-templates/card-values.ts";
import { Link } from "@kartis/core/message-templates/values.ts";
import { renderKind } from "@kartis/core/message-templates/render.ts";
import { unreadMails } from "@kartis/core/notifications/mail/compose.ts";
import { deliver, effectsOf, type Purposes } from "@kartis/core/outbound/index.ts";
import { reminderMails } from "@kartis/core/activities/reminders/mail.ts";
import { reserve } from "@kartis/core/sms/balance.ts";
import { optOutsOf } from "@kartis/core/sms/opt-outs.ts";
import { smsNumbersOf } from "@kartis/core/sms/phones.ts";
import { sendersOf } from "@kartis/core/sms/senders.ts";
import { isSmsOffered } from "@kartis/core/sms/standing.ts";
import { ticketMails } from "@kartis/core/support/mail-ticket.ts";
import { notificationReads } from "../notifications/reads.ts";

const cards = { findCards, getCardType, scopeOf, inScope, assigningFieldsOf };
const templates = { renderKind, aboutCard, Link };
const files = { contentsOf };

/** How each purpose is carried out; a new one is one line. */
export const purposes = {
  invitation: invitationMails,
  limitWarning: warningMails,
  mail: cardMails(files),
  meeting: meetingMails({ cards, templates, files }),
  meetingSms: meetingSms({ cards, templates, smsNumbersOf, deps: { isSmsOffered, optOutsOf, reserve, sendersOf } }),
  reminder: reminderMails({ cards, templates, files }),
  ticket: ticketMails,
  unread: unreadMails(notificationReads),
} as const satisfies Purposes;

/** No call begins later than this, so that the Lambda's time-out does not cut one off. */
const beginMs = 12_000;

/** Carries out what a record intends. Its message comes again until each of its effects is settled or waits for a person. */
export const handler = consumer({
  name: "outbound-on-intended",
  on: ["effect.intend", "effect.resend"],
  async run(record, { clock }) {
    const { orgId } = record;
    const endsAt = clock.now() + beginMs;
    let left = 0;
    for (const effectId of effectsOf(record, purposes)) {
      const isSettled = clock.now() < endsAt && (await deliver(orgId, effectId, purposes, clock)) === "settled";
      if (!isSettled) left++;
    }
    if (left > 0) throw new Error(`${left} effects of ${orgId} are tried again`);
  },
});
