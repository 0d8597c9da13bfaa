import { receiveMail } from "@kartis/core/activities/mails/inbound/receive.ts";
import { mailEvents } from "@kartis/core/activities/mails/inbound/events.ts";
import { assigningFieldsOf } from "@kartis/core/cards/assignments/fields.ts";
import { findCards, getCardType } from "@kartis/core/cards/store.ts";

/** Handles notifications from SES: received emails, and the delivery status of sent ones. */
export const handler = mailEvents((recipients, read, clock, checks) =>
  receiveMail(recipients, read, clock, { findCards, getCardType, assigningFieldsOf }, checks),
);
