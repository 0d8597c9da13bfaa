import { cardSms } from "@kartis/core/activities/sms/deliver.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import { deliverTogether, type Purposes } from "@kartis/core/outbound/index.ts";
import { release, reserve, settle } from "@kartis/core/sms/balance.ts";
import { optOut, optOutsOf } from "@kartis/core/sms/opt-outs.ts";
import { senderCodes } from "@kartis/core/sms/code-purpose.ts";
import { smsProvider } from "@kartis/core/sms/providers/list.ts";

export const purposes = {
  sms: cardSms({ optOut, optOutsOf, release, reserve, settle, smsProvider }),
  senderCode: senderCodes,
} as const satisfies Purposes;

/** Sends SMS. A record is delivered again until each of its effects is settled or waits for a person. */
export const handler = consumer({
  name: "sms-on-intended",
  on: ["effect.intend", "effect.resend"],
  run: (record, { clock }) => deliverTogether("sms-on-intended", record, purposes, clock),
});
