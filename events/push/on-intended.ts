import { consumer } from "@kartis/core/data/consumer.ts";
import { findPush, forgetPushes, pushesOf } from "@kartis/core/identity/pushes.ts";
import { pushing } from "@kartis/core/notifications/push/compose.ts";
import { deliverTogether, type Purposes } from "@kartis/core/outbound/index.ts";
import { notificationReads } from "../notifications/reads.ts";

export const purposes = {
  push: pushing(notificationReads, { findPush, forgetPushes, pushesOf }),
} as const satisfies Purposes;

/** Sends notifications to browsers. A message comes again until each of its effects is settled. */
export const handler = consumer({
  name: "push-on-intended",
  on: ["effect.intend", "effect.resend"],
  // A person's browsers have push services of their own, each with its own delays.
  run: (record, { clock }) => deliverTogether("push-on-intended", record, purposes, clock),
});
