import { findActivities } from "@kartis/core/activities/store.ts";
import { shownActivity } from "@kartis/core/activities/views.ts";
import { findCards, visible } from "@kartis/core/cards/store.ts";
import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import type { Clock } from "@kartis/core/kernel/clock.ts";
import type { Id, OrgId } from "@kartis/core/kernel/id.ts";
import type { Call } from "@kartis/core/outgoing-webhooks/attempt.ts";
import { fanOut } from "@kartis/core/outgoing-webhooks/fan-out.ts";
import { runDeliveries } from "@kartis/core/outgoing-webhooks/run.ts";
import { fanOutActions } from "@kartis/core/outgoing-webhooks/triggers.ts";
import { Receiver, type ReceiverWeather } from "@kartis/simulators/receiver.ts";

/** The local URL prefix that tests may send webhooks to (`backend.ts`); nothing listens there. */
export const webhooksPlace = "http://localhost:9/hooks";

const reads = { findCards, visible, findActivities, shownActivity };

/** Fans out the organization's latest records, the newest first: queues allow that order. */
export async function fanOutLatest(orgId: OrgId, clock: Clock, count = 300): Promise<void> {
  const records = await latestRecords(orgId, count, null);
  const events = records.map(({ id: recordId, changes }) => {
    const actions = changes.map(({ action }) => action);
    return { orgId, recordId, actions, changes: changes.length };
  });
  await fanOut(
    orgId,
    events.filter(({ actions }) => actions.some((action) => fanOutActions.includes(action))),
    clock,
  );
}

const statuses: Readonly<Record<ReceiverWeather, number>> = {
  fine: 204,
  broken: 500,
  busy: 429,
  gone: 410,
  slow: 0,
  silent: 0,
  redirect: 302,
  huge: 200,
};

/** A receiver in this process, and the function that calls it. */
export function receiverSide(clock: Clock): { readonly receiver: Receiver; readonly call: Call; readonly calls: () => number } {
  const receiver = new Receiver(() => clock.now());
  let calls = 0;
  return {
    receiver,
    calls: () => calls,
    call: async (_, headers, body) => {
      calls++;
      const { weather } = receiver.take({ headers, body });
      if (weather === "silent") return { kind: "unanswered", reason: "broken" };
      if (weather === "slow") return { kind: "unanswered", reason: "timeout" };
      return { kind: "answered", status: statuses[weather], headers: { server: "x" }, body: "answer", isCut: false };
    },
  };
}

/** One run of the deliveries consumer for an endpoint. */
export const run = (orgId: OrgId, endpointId: Id<"hok">, clock: Clock, call: Call): Promise<void> =>
  runDeliveries(orgId, endpointId, { clock, reads, runMs: 40_000, call });
