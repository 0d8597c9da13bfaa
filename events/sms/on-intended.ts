import { inScope } from "@kartis/core/cards/replica/scope.ts";
import { scopeOf } from "@kartis/core/cards/scope.ts";
import { findCards, getCardType } from "@kartis/core/cards/store.ts";
import { findMembership } from "@kartis/core/organizations/index.ts";
import { recipientZones } from "@kartis/core/sms/quiet-hours/recipient-zones.ts";
import { dialled, sendersOf } from "@kartis/core/sms/senders.ts";
import { isSmsOffered } from "@kartis/core/sms/standing.ts";
import { memberCodes } from "@kartis/core/activities/reminders/sms/code-purpose.ts";
import { reminderSms } from "@kartis/core/activities/reminders/sms/deliver.ts";
import { aboutCard } from "@kartis/core/message-templates/card-values.ts";
import { Link } from "@kartis/core/message-templates/values.ts";
import { renderKind } from "@kartis/core/message-templates/render.ts";
import { cardSms } from "@kartis/core/activities/sms/deliver.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import { deliverTogether, type Purposes } from "@kartis/core/outbound/index.ts";
import { release, reserve, settle } from "@kartis/core/sms/balance.ts";
import { codeInUse } from "@kartis/core/sms/member-codes.ts";
import { countToMember } from "@kartis/core/sms/member-day.ts";
import { optOut, optOutIdOf, optOutsOf } from "@kartis/core/sms/opt-outs.ts";
import { senderCodes } from "@kartis/core/sms/code-purpose.ts";
import { smsProvider } from "@kartis/core/sms/providers/list.ts";

const ledger = { release, reserve, settle };
const permission = { findMembership, inScope, isSmsOffered, scopeOf, sendersOf };
const recipient = { findCards, getCardType, optOut, optOutsOf, recipientZones };
const wording = { templates: { aboutCard, Link, renderKind }, cards: { findCards, getCardType, inScope, scopeOf } };
const ledgerOfDay = { countToMember, optOutIdOf, release, reserve };
const means = { ...ledgerOfDay, dialled, isSmsOffered, optOutsOf, recipientZones, sendersOf, smsProvider };

export const purposes = {
  sms: cardSms({ ...ledger, ...permission, ...recipient, smsProvider }),
  reminderSms: reminderSms({ ...wording, ...means }),
  senderCode: senderCodes,
  memberCode: memberCodes({ ...means, codeInUse }),
} as const satisfies Purposes;

/** Sends SMS. A record is delivered again until each of its effects is settled or waits for a person. */
export const handler = consumer({
  name: "sms-on-intended",
  on: ["effect.intend", "effect.resend"],
  run: (record, { clock }) => deliverTogether("sms-on-intended", record, purposes, clock),
});
