import { commit } from "../data/commit.ts";
import { idAt, recordPages } from "../data/journal-entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { webhooksContext } from "./context.ts";
import type { Endpoint } from "./endpoints.ts";
import { deliveryEntity, replayEntity, shardOf } from "./entity.ts";
import { firstTime, type Message, messagesFor, onceMore } from "./messages.ts";

const messagesAtOnce = 40;

/**
 * Enqueues the events of the requested time ranges again, from the journal: also those that were never sent, because the endpoint was disabled or had not
 * chosen them. Processes a page of the journal at a time, until `isOver`.
 * @returns false if something is left for the next run
 */
export async function continueReplays(endpoint: Endpoint, clock: Clock, isOver: () => boolean): Promise<boolean> {
  const { orgId, endpointId } = endpoint;
  const { data: replays } = await replayEntity().query.main({ orgId, endpointId }).go({ consistent: true, pages: "all" });
  for (const { replayId, from, until, onlyMissing, recordId } of replays) {
    const key = { orgId, endpointId, replayId };
    for await (const records of recordPages(orgId, recordId ?? idAt(Date.parse(from)))) {
      if (isOver()) return false;
      const messages = records.filter(({ at }) => at >= from && at <= until).flatMap((record) => messagesFor(endpoint, record));
      for (let at = 0; at < messages.length; at += messagesAtOnce)
        await sendAgain(endpoint, messages.slice(at, at + messagesAtOnce), onlyMissing, clock);
      const last = records.at(-1);
      if (last === undefined || last.at > until) break;
      await replayEntity().patch(key).set({ recordId: last.id }).go();
    }
    await replayEntity().delete(key).go();
  }
  return true;
}

/** Enqueues those of the messages that are not already pending. */
async function sendAgain(endpoint: Endpoint, messages: readonly Message[], onlyMissing: boolean, clock: Clock): Promise<void> {
  const { orgId, endpointId } = endpoint;
  const of = { orgId, shard: shardOf(endpointId), endpointId };
  await commit(webhooksContext(orgId, clock), async () => {
    const found = await Promise.all(
      messages.map(({ messageId }) =>
        deliveryEntity()
          .get({ ...of, messageId })
          .go({ consistent: true, attributes: ["state"] }),
      ),
    );
    const writes = messages.flatMap((message, at) => {
      const state = found[at]?.data?.state;
      if (state === undefined) return firstTime(endpoint, message, clock);
      if (state === "waiting" || (state === "delivered" && onlyMissing)) return [];
      return onceMore(endpoint, message, state, clock);
    });
    return { writes, records: [], result: undefined };
  });
}
