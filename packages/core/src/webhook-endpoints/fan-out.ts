import { decodeTime } from "ulid";
import { commit } from "../data/commit.ts";
import type { RecordEvent } from "../data/consumer.ts";
import { isFailedCondition } from "../data/entity.ts";
import type { JournalRecord } from "../data/journal.ts";
import { findRecord, idAt, recordPages } from "../data/journal-entity.ts";
import { changesOf } from "../data/payloads.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Id, OrgId, RecordId } from "../kernel/id.ts";
import { type Endpoint, endpointsOf } from "./endpoints.ts";
import { deliveryEntity, feedEntity, shardOf } from "./entity.ts";
import { forgetEndpoint } from "./forget.ts";
import { firstTime, type Message, messagesFor } from "./messages.ts";
import { ask, release } from "./progress.ts";
import { endpointActions } from "./triggers.ts";
import { webhooksContext } from "./context.ts";

/*
 * What an endpoint is told of comes from the journal itself, in its order, not from the messages that say that there is something new: those come in any order
 * and may come twice. A second record about a subject is only written when its writer has read the first, so whoever reads the journal from before both, and
 * writes deliveries in its order, never has the second without the first, however many do so at the same time.
 */

/** A record lands within seconds of its id's time (ARCHITECTURE, "Late records"), so this much before the newest is read again. */
const overlapMs = 15_000;
/** Two items each, and a transaction takes a hundred. */
const messagesAtOnce = 40;

/** Reacts to what has happened in an organization: keeps deliveries for its endpoints and has them sent. Harmless to repeat, at any time and in parallel. */
export async function tellEndpoints(orgId: OrgId, events: readonly RecordEvent[], clock: Clock): Promise<void> {
  const changed = await changedEndpoints(orgId, events);
  const endpoints = await endpointsOf(orgId);
  for (const [endpointId, isAnother] of changed) {
    if (!endpoints.some((endpoint) => endpoint.endpointId === endpointId)) await forgetEndpoint(orgId, endpointId);
    // Its address is another, or somebody has it sent again: what made it fail may be over.
    else await release(orgId, endpointId, isAnother, clock);
  }
  const listening = endpoints.filter(({ state }) => state !== "disabled");
  const addressed = new Set<Id<"hok">>(changed.keys());
  if (listening.length > 0) {
    for await (const records of newRecords(orgId, listening, events)) {
      const told = await Promise.all(listening.map((endpoint) => keepMessages(endpoint, records, clock)));
      for (const [at, { endpointId }] of listening.entries()) if (told[at]) addressed.add(endpointId);
      await noteTold(orgId, records.at(-1)?.id);
    }
  }
  for (const endpoint of endpoints)
    if (addressed.has(endpoint.endpointId) && endpoint.state === "active") await ask(orgId, endpoint.endpointId, clock);
}

/** Endpoints that these events say something about, and whether they are set up differently since. */
async function changedEndpoints(orgId: OrgId, events: readonly RecordEvent[]): Promise<Map<Id<"hok">, boolean>> {
  const changed = new Map<Id<"hok">, boolean>();
  for (const { recordId, actions } of events) {
    if (!endpointActions.some((action) => actions.includes(action))) continue;
    const record = await findRecord(orgId, recordId);
    for (const { subject, action } of record ? changesOf(record.changes, endpointActions) : [])
      changed.set(subject.id, changed.get(subject.id) === true || action === "webhookEndpoint.update");
  }
  return changed;
}

/** Records that may not have been told of yet, in their order, in pages. */
async function* newRecords(
  orgId: OrgId,
  listening: readonly Endpoint[],
  events: readonly RecordEvent[],
): AsyncGenerator<readonly JournalRecord[]> {
  const { data } = await feedEntity().get({ orgId }).go({ consistent: true });
  const since = Math.min(...listening.map(({ listensSince }) => Date.parse(listensSince)));
  const from = idAt(Math.max(since, data ? decodeTime(data.recordId) - overlapMs : 0));
  // A message that was away for long, in a dead-letter queue for instance.
  const late = events
    .map(({ recordId }) => recordId)
    .filter((recordId) => recordId < from)
    .toSorted();
  for (const recordId of late) {
    const record = await findRecord(orgId, recordId);
    if (record) yield [record];
  }
  yield* recordPages(orgId, from);
}

/** Keeps the endpoint's messages of these records, those it has already apart. @returns how many are new */
async function keepMessages(endpoint: Endpoint, records: readonly JournalRecord[], clock: Clock): Promise<number> {
  const { orgId, listensSince } = endpoint;
  const messages = records.filter(({ at }) => at >= listensSince).flatMap((record) => messagesFor(endpoint, record));
  let count = 0;
  for (let at = 0; at < messages.length; at += messagesAtOnce) {
    const some = messages.slice(at, at + messagesAtOnce);
    const { result } = await commit(webhooksContext(orgId, clock), async () => {
      const known = await knownAmong(endpoint, some);
      const fresh = some.filter(({ messageId }) => !known.has(messageId));
      return { writes: fresh.flatMap((message) => firstTime(endpoint, message, clock)), records: [], result: fresh.length };
    });
    count += result;
  }
  return count;
}

/** Ids of those that the endpoint has, strongly consistent. */
async function knownAmong({ orgId, endpointId }: Endpoint, messages: readonly Message[]): Promise<Set<string>> {
  const ids = messages.map(({ messageId }) => messageId).toSorted();
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  const { data } = await deliveryEntity()
    .query.main({ orgId, shard: shardOf(endpointId), endpointId })
    .between({ messageId: first }, { messageId: last })
    .go({ consistent: true, pages: "all", attributes: ["messageId"] });
  return new Set(data.map(({ messageId }) => messageId));
}

/** Keeps how far the journal has been told of; never back. */
async function noteTold(orgId: OrgId, recordId: RecordId | undefined): Promise<void> {
  if (recordId === undefined) return;
  try {
    await feedEntity()
      .put({ orgId, recordId })
      .where((attribute, { notExists, lt }) => `${notExists(attribute.recordId)} OR ${lt(attribute.recordId, recordId)}`)
      .go();
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}
