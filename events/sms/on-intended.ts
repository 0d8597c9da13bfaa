import { cardSms } from "@kartis/core/activities/sms/deliver.ts";
import { consumer, reportFailure } from "@kartis/core/data/consumer.ts";
import { deliver, effectsOf, type Purposes } from "@kartis/core/outbound/index.ts";
import { reserve } from "@kartis/core/sms/balance.ts";
import { smsProvider } from "@kartis/core/sms/providers/list.ts";
import { senderCodes } from "@kartis/core/sms/code-purpose.ts";

export const purposes = { sms: cardSms({ reserve, smsProvider }), senderCode: senderCodes } as const satisfies Purposes;

/** Sends SMS. A message comes again until each of its effects is settled or waits for a person. */
export const handler = consumer({
  name: "sms-on-intended",
  on: ["effect.intend", "effect.resend"],
  async run(record, { clock }) {
    const { orgId } = record;
    const outcomes = await Promise.allSettled(
      effectsOf(record, purposes).map((effectId) => deliver(orgId, effectId, purposes, clock)),
    );
    for (const outcome of outcomes) if (outcome.status === "rejected") reportFailure("sms-on-intended", outcome.reason);
    const left = outcomes.filter((outcome) => outcome.status === "rejected" || outcome.value === "later").length;
    if (left > 0) throw new Error(`${left} SMS of ${orgId} are tried again`);
  },
});
