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
 * Messages are derived from the journal, in its order, and not from the bus events that announce new records: those come in any order and may come twice. The
 * second record about a subject is only written by a writer that has read the first. So whoever reads the journal from a point before both, and writes
 * deliveries in its order, never writes the second without the first, however many fan-outs run in parallel.
 */

/** A record lands within seconds of its id's time (ARCHITECTURE, "Late records"), so the last fifteen seconds before the cursor are read again. */
const overlapMs = 15_000;
/** Each message writes two items, and a transaction takes a hundred. */
const messagesAtOnce = 40;

/** Creates deliveries for new records of an organization and requests runs that send them. Harmless to repeat, at any time and in parallel. */
export async function fanOut(orgId: OrgId, events: readonly RecordEvent[], clock: Clock): Promise<void> {
  const changed = await changedEndpoints(orgId, events);
  const endpoints = await endpointsOf(orgId);
  for (const [endpointId, isAnother] of changed) {
    if (!endpoints.some((endpoint) => endpoint.endpointId === endpointId)) await forgetEndpoint(orgId, endpointId);
    // Its URL has changed, or somebody requested a resend: the cause of its failures may be gone.
    else await release(orgId, endpointId, isAnother, clock);
  }
  const listening = endpoints.filter(({ state }) => state !== "disabled");
  const addressed = new Set<Id<"hok">>(changed.keys());
  if (listening.length > 0) {
    for await (const records of newRecords(orgId, listening, events)) {
      const counts = await Promise.all(listening.map((endpoint) => keepMessages(endpoint, records, clock)));
      for (const [at, { endpointId }] of listening.entries()) if (counts[at]) addressed.add(endpointId);
      await advanceCursor(orgId, records.at(-1)?.id);
    }
  }
  for (const endpoint of endpoints)
    if (addressed.has(endpoint.endpointId) && endpoint.state === "active") await ask(orgId, endpoint.endpointId, clock);
}

/** Endpoints that these events concern, and whether their settings have changed. */
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

/** Records that may not have been fanned out yet, in the journal's order, in pages. */
async function* newRecords(
  orgId: OrgId,
  listening: readonly Endpoint[],
  events: readonly RecordEvent[],
): AsyncGenerator<readonly JournalRecord[]> {
  const { data } = await feedEntity().get({ orgId }).go({ consistent: true });
  const since = Math.min(...listening.map(({ listensSince }) => Date.parse(listensSince)));
  const from = idAt(Math.max(since, data ? decodeTime(data.recordId) - overlapMs : 0));
  // An event that was delayed for long, in a dead-letter queue for instance.
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

/** Stores the endpoint's messages for these records, except those it already has. @returns how many are new */
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

/** Ids of the messages that the endpoint already has, strongly consistent. */
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

/** Moves the cursor forward, never back. */
async function advanceCursor(orgId: OrgId, recordId: RecordId | undefined): Promise<void> {
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
