import { commit } from "../data/commit.ts";
import type { JournalRecord } from "../data/journal.ts";
import { idAt, recordPages } from "../data/journal-entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { wantedSince } from "./chosen-since.ts";
import { webhooksContext } from "./context.ts";
import type { Endpoint } from "./endpoints.ts";
import { deliveryEntity, replayEntity, shardOf } from "./entity.ts";
import { firstTime, type Message, messagesFor, onceMore } from "./messages.ts";
import type { DeliveryState } from "./rules.ts";
import type { ReplayCount } from "./schema.ts";

const messagesAtOnce = 40;
/** A count ends after this many journal records. */
const maxCounted = 20_000;

/** What a replay includes. */
interface Replay {
  readonly from: string;
  readonly until: string;
  readonly onlyMissing: boolean;
  readonly withEarlier: boolean;
}

/** A message, and whether its event is from before the endpoint had chosen it. */
interface Candidate {
  readonly message: Message;
  readonly isEarlier: boolean;
}

const isWithin = ({ at }: JournalRecord, { from, until }: Replay): boolean => at >= from && at <= until;

const candidatesOf = (endpoint: Endpoint, record: JournalRecord): Candidate[] =>
  messagesFor(endpoint, record).map((message) => {
    const typeId = record.changes[message.change]?.subject.typeId;
    return { message, isEarlier: record.at < wantedSince(endpoint.chosenSince, message.event, typeId) };
  });

/** What the replay does with a message. What has been sent once was for the endpoint, whatever it has chosen since. */
function verdict({ isEarlier }: Candidate, state: DeliveryState | undefined, { onlyMissing, withEarlier }: Replay) {
  if (state === undefined) return isEarlier && !withEarlier ? "earlier" : "first";
  return state === "waiting" || (state === "delivered" && onlyMissing) ? "none" : "again";
}

/** States of the messages that the endpoint already has, strongly consistent. */
async function statesOf({ orgId, endpointId }: Endpoint, candidates: readonly Candidate[]) {
  const ids = candidates.map(({ message }) => message.messageId).toSorted();
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return new Map<string, DeliveryState>();
  const { data } = await deliveryEntity()
    .query.main({ orgId, shard: shardOf(endpointId), endpointId })
    .between({ messageId: first }, { messageId: last })
    .go({ consistent: true, pages: "all", attributes: ["messageId", "state"] });
  return new Map(data.map(({ messageId, state }) => [messageId, state]));
}

/**
 * Enqueues the events of the requested time ranges again, from the journal: also those that were never sent because the endpoint was disabled and, if asked for,
 * those from before it had chosen them. Processes a page of the journal at a time, until `isOver`.
 * @returns false if something is left for the next run
 */
export async function continueReplays(endpoint: Endpoint, clock: Clock, isOver: () => boolean): Promise<boolean> {
  const { orgId, endpointId } = endpoint;
  const { data: replays } = await replayEntity().query.main({ orgId, endpointId }).go({ consistent: true, pages: "all" });
  for (const replay of replays) {
    const key = { orgId, endpointId, replayId: replay.replayId };
    for await (const records of recordPages(orgId, replay.recordId ?? idAt(Date.parse(replay.from)))) {
      if (isOver()) return false;
      const candidates = records.filter((record) => isWithin(record, replay)).flatMap((record) => candidatesOf(endpoint, record));
      for (let at = 0; at < candidates.length; at += messagesAtOnce)
        await sendAgain(endpoint, candidates.slice(at, at + messagesAtOnce), replay, clock);
      const last = records.at(-1);
      if (last === undefined || last.at > replay.until) break;
      await replayEntity().patch(key).set({ recordId: last.id }).go();
    }
    await replayEntity().delete(key).go();
  }
  return true;
}

/** Enqueues those of the messages that the replay includes. */
async function sendAgain(endpoint: Endpoint, candidates: readonly Candidate[], replay: Replay, clock: Clock): Promise<void> {
  await commit(webhooksContext(endpoint.orgId, clock), async () => {
    const states = await statesOf(endpoint, candidates);
    const writes = candidates.flatMap((candidate) => {
      const { message } = candidate;
      const state = states.get(message.messageId);
      const does = verdict(candidate, state, replay);
      if (does === "first") return firstTime(endpoint, message, clock);
      return does === "again" && state !== undefined ? onceMore(endpoint, message, state, clock) : [];
    });
    return { writes, records: [], result: undefined };
  });
}

/** Counts what the replay would send now. */
export async function countReplay(endpoint: Endpoint, replay: Replay): Promise<ReplayCount> {
  const counts = { first: 0, again: 0, earlier: 0, none: 0 };
  const answer = (isPartial: boolean) => ({ count: counts.first + counts.again, earlier: counts.earlier, isPartial });
  let read = 0;
  for await (const records of recordPages(endpoint.orgId, idAt(Date.parse(replay.from)))) {
    const candidates = records.filter((record) => isWithin(record, replay)).flatMap((record) => candidatesOf(endpoint, record));
    const states = await statesOf(endpoint, candidates);
    for (const candidate of candidates) counts[verdict(candidate, states.get(candidate.message.messageId), replay)]++;
    if ((records.at(-1)?.at ?? "") > replay.until) return answer(false);
    read += records.length;
    if (read >= maxCounted) return answer(true);
  }
  return answer(false);
}
