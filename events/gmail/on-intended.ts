import { gmailMails } from "@kartis/core/activities/mails/gmail/deliver.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import { contentsOf } from "@kartis/core/files/contents.ts";
import { deliverTogether, type Purposes } from "@kartis/core/outbound/index.ts";

export const purposes = { gmail: gmailMails({ contentsOf }) } as const satisfies Purposes;

/** Sends mails from members' own Gmail. A record is delivered again until each of its effects is settled or waits for a person. */
export const handler = consumer({
  name: "gmail-on-intended",
  on: ["effect.intend", "effect.resend"],
  run: (record, { clock }) => deliverTogether("gmail-on-intended", record, purposes, clock),
});
