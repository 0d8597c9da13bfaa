import { consumer } from "@kartis/core/data/consumer.ts";
import { deliverTogether, type Purposes } from "@kartis/core/outbound/index.ts";
import { placedCalls } from "@kartis/core/voip/dial.ts";

export const purposes = { call: placedCalls } as const satisfies Purposes;

/** Places calls. A record is delivered again until each of its effects is settled. */
export const handler = consumer({
  name: "voip-on-intended",
  on: ["effect.intend", "effect.resend"],
  run: (record, { clock }) => deliverTogether("voip-on-intended", record, purposes, clock),
});
