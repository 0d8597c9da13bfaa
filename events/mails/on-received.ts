import { receiveMail } from "@kartis/core/activities/mails/inbound/receive.ts";
import { mailEvents } from "@kartis/core/activities/mails/inbound/events.ts";
import { assigningFieldsOf } from "@kartis/core/cards/assignments/fields.ts";
import { findCards, getCardType } from "@kartis/core/cards/store.ts";

/** What SES says: a mail that came in, and what became of one that was sent. */
export const handler = mailEvents((recipients, read, clock) =>
  receiveMail(recipients, read, clock, { findCards, getCardType, assigningFieldsOf }),
);
