import { keepingGmail } from "./activities/mails/gmail/keep.ts";
import { assigningFieldsOf } from "./cards/assignments/fields.ts";
import { creationOf } from "./cards/card-writes.ts";
import { locksOf } from "./cards/identifiers/locks.ts";
import { cardsWithEmail } from "./cards/replica/emails.ts";
import { fieldContextOf } from "./cards/scope.ts";
import { findCards, getCardType } from "./cards/store.ts";

/** Keeps mails of members' Gmail on cards. Composed here of what it needs of cards, so that who reads mailboxes loads no more of them. */
export const keepGmail = keepingGmail({
  assigningFieldsOf,
  cardsWithEmail,
  creationOf,
  fieldContextOf,
  findCards,
  getCardType,
  locksOf,
});
