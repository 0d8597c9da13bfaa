import { setTimeout as delay } from "node:timers/promises";
import type { SubscriptionSpec } from "@kartis/core/kernel/deployment.ts";
import { newId } from "@kartis/core/kernel/id.ts";
import { handler } from "@kartis/events/replica/on-change.ts";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { unitsOf } from "../bench/units.ts";

/** Changes a minute in each organization; what the queue gathers in a window is one run of the handler. */
const minutes = 3;

/**
 * So many organizations with one change a minute each: whether the consumer that counts changes (`replica-on-change`, the real handler against the real engine)
 * keeps up within its time-out, in one process.
 */
export async function measureOrganizations(count: number): Promise<void> {
  const spec: SubscriptionSpec | undefined = subscriptions.find(({ name }) => name === "replica-on-change");
  if (!spec) throw new Error("No such consumer");
  const { batchingWindowSeconds = 0 } = spec;
  const orgIds = Array.from({ length: count }, () => newId("org"));
  const windows = Math.floor((60 * minutes) / batchingWindowSeconds);
  const perWindow = Math.ceil((count * minutes) / windows);
  const took: number[] = [];
  let lagMs = 0;
  const began = performance.now();
  const { readUnits, writeUnits } = await unitsOf(async () => {
    for (let window = 0; window < windows; window++) {
      const due = began + window * batchingWindowSeconds * 1_000;
      await delay(Math.max(0, due - performance.now()));
      const runBegan = performance.now();
      for (let at = 0; at < perWindow; at += spec.batchSize) {
        const ofThese = Array.from(
          { length: Math.min(spec.batchSize, perWindow - at) },
          (_, index) => orgIds[(window * perWindow + at + index) % count] ?? "",
        );
        const { batchItemFailures } = await handler(eventOf(ofThese));
        if (batchItemFailures.length > 0) throw new Error(`${batchItemFailures.length} failed`);
      }
      const now = performance.now();
      took.push(now - runBegan);
      lagMs = Math.max(lagMs, now - due);
    }
  });
  const changes = perWindow * windows;
  const sorted = took.toSorted((a, b) => a - b);
  console.log(
    `${count} organizations, one change a minute each, ${minutes} minutes: ${changes} messages in ${windows} windows of ${batchingWindowSeconds} s`,
  );
  console.log(
    `a window's run: median ${ms(sorted[windows >> 1])}, longest ${ms(sorted.at(-1))} of ${spec.timeoutSeconds} s; at most ${ms(lagMs)} behind`,
  );
  console.log(`capacity: ${(writeUnits / changes).toFixed(2)} write and ${(readUnits / changes).toFixed(2)} read units a change`);
}

const ms = (value = 0): string => `${value.toFixed(0)} ms`;

function eventOf(orgIds: readonly string[]): Parameters<typeof handler>[0] {
  return {
    Records: orgIds.map((orgId) => ({
      messageId: newId("req"),
      receiptHandle: "",
      body: JSON.stringify({ detail: { orgId, recordId: newId("req"), actions: ["card.update"], changes: 1 } }),
      attributes: { ApproximateReceiveCount: "1", SentTimestamp: "0", SenderId: "", ApproximateFirstReceiveTimestamp: "0" },
      messageAttributes: {},
      md5OfBody: "",
      eventSource: "aws:sqs",
      eventSourceARN: "",
      awsRegion: "eu-central-1",
    })),
  };
}
