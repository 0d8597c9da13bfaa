import { randomUUID } from "node:crypto";
import { type Actor, actorRef, systemActor } from "../kernel/actor.ts";
import { type Clock, instant, epochSeconds } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { newId, type OrgId, type RecordId, recordIds } from "../kernel/id.ts";
import type { Once } from "../kernel/once.ts";
import type { OrgContext, Origin } from "../kernel/procedure.ts";
import type { Change, JournalRecord } from "./journal.ts";
import { findRecord, journalEntity, toItem } from "./journal-entity.ts";
import { ledgerEntity, recordOf } from "./ledger.ts";
import { backOff } from "./back-off.ts";
import { requireUnrecorded } from "./recording.ts";
import { isUnanswered } from "./engine-failure.ts";
import { attemptTransaction, keyOf, type TransactItem } from "./transaction.ts";
import { Turns } from "./turns.ts";

/** One write of the transaction. */
export interface Write {
  readonly item: TransactItem;
  /**
   * Meaning of a failed condition of this write: `stale` when it guards something that was read (a version), so that the change set is prepared again from the
   * current state; otherwise the error that the caller gets.
   */
  readonly otherwise: "stale" | (() => KartisError);
}

/** A record to be written, without what `commit()` itself fills in. */
export interface RecordDraft {
  readonly changes: readonly Change[];
  /** The long operation that follows from the change and is written with it. */
  readonly batchId?: string;
}

/** Input of `commit()`: all writes of one change, its journal records, and the caller's result. */
export interface ChangeSet<T> {
  readonly writes: readonly Write[];
  readonly records: readonly RecordDraft[];
  readonly result: T;
  /** The instant that its items carry, if they were made before `commit()` provided one. */
  readonly at?: string;
  /** It writes to one of several items that serve equally: if another transaction holds it, the change set is prepared again and can choose another. */
  readonly isSpread?: boolean;
}

export interface CommitContext {
  readonly orgId: OrgId;
  readonly actor: Actor;
  readonly clock: Clock;
  readonly requestId: string;
  readonly origin: Origin;
  readonly batchId?: string;
  /** See `JournalRecord`. */
  readonly startsAutomations?: boolean;
  readonly causedBy?: RecordId;
  readonly depth?: number;
  /** Set by consumers: the effect and the note that this consumer has processed the record are one transaction. */
  readonly ledger?: { readonly consumer: string; readonly recordId: RecordId };
  /** Set by calls that may be repeated: each of their commits takes effect once. */
  readonly once?: Once | undefined;
}

/** The part of a procedure's context that goes into its commits. */
export const commitContextOf = ({ principal, actor, clock, requestId, origin, once, follows }: OrgContext): CommitContext => ({
  orgId: principal.orgId,
  actor,
  clock,
  requestId,
  origin,
  once,
  ...(follows ? { ...(follows.recordId ? { causedBy: follows.recordId } : {}), depth: follows.depth } : {}),
});

/** For what the system does by itself, with the reason that the journal will show; because of a record, if there is one. */
export const systemContext = (orgId: OrgId, reason: string, clock: Clock, causedBy?: RecordId): CommitContext => ({
  orgId,
  actor: systemActor(orgId, reason),
  clock,
  requestId: causedBy ?? newId("req", clock.now()),
  origin: "system",
  ...(causedBy ? { causedBy } : {}),
});

/** A Put, as ElectroDB's `.params()` or a hand-made command gives it, as a write. To TypeScript, ElectroDB's params are plain objects. */
export const put = (params: object, otherwise: Write["otherwise"]): Write => ({
  item: { Put: asParams<TransactItem["Put"]>(params) },
  otherwise,
});
export const update = (params: object, otherwise: Write["otherwise"]): Write => ({
  item: { Update: asParams<TransactItem["Update"]>(params) },
  otherwise,
});
export const remove = (params: object, otherwise: Write["otherwise"]): Write => ({
  item: { Delete: asParams<TransactItem["Delete"]>(params) },
  otherwise,
});
export const check = (params: object, otherwise: Write["otherwise"]): Write => ({
  item: { ConditionCheck: asParams<TransactItem["ConditionCheck"]>(params) },
  otherwise,
});

function asParams<P>(params: object): P {
  const { ReturnValues: _, ...rest } = params as { ReturnValues?: unknown };
  return rest as P; // ElectroDB types params() as a record; TransactWrite refuses ReturnValues, which it adds to updates
}

/** Stands in the ledger for the calls that may be repeated. */
const repeatable = "request";

/** The record of the first change that a repeatable call has made, if it has made one. */
export const recordOfCall = (orgId: OrgId, once: Once): Promise<RecordId | undefined> =>
  recordOf(orgId, repeatable, once.nextChange());

/**
 * The record of the change that a repeatable call makes next, if an earlier call has made it: the call then goes on with the one after. For calls of several
 * commits, which would find nothing left to do and nothing to answer.
 */
export async function passDone(orgId: OrgId, once: Once): Promise<RecordId | undefined> {
  const done = await recordOf(orgId, repeatable, once.comingChange);
  if (done) once.nextChange();
  return done;
}

/** Time for which a commit keeps pausing and preparing again before it gives up. A call to the API may take 29 seconds in total. */
const patienceMs = 15_000;
/** Time for which it waits for its turn at an item: one hanging commit must not use up the time of those behind it. */
const longestTurnMs = 5_000;
/** Replicas look back two seconds from the newest record they have seen; an attempt that took longer than this follows up with a repair. */
const slowMs = 1_000;

/** The outcome of a commit: the change set's result, and the records written. */
export interface Committed<T> {
  readonly result: T;
  /** Empty when there was nothing to write, or when the ledger says that the consumer has processed its record before. */
  readonly records: readonly JournalRecord[];
}

/**
 * The only way to change an organization's data: the writes of a change set and its journal records in one DynamoDB transaction. `prepare` reads what it needs
 * and decides; `at` is the instant that its items and records carry. It is called again, after a pause, when something it has read changed meanwhile (the
 * condition of a write failed with `otherwise: "stale"`) or the engine did not answer its reads, so it must not have effects of its own. Conflicts, throttling
 * and lost answers of the engine are handled here: a change is made once, however often it had to be sent.
 * A change set that writes has a record, or writes only items whose entity says why they need none (`unrecorded` in entity.ts); commit() throws otherwise. An
 * empty one writes nothing.
 * Throws what `prepare` throws; the error of a write's `otherwise`; PAYLOAD_TOO_LARGE for an item that the table does not accept; CONFLICT when other writers
 * kept winning for fifteen seconds, or for a change that a repeated call has made before and whose result cannot be given again; and SERVICE_UNAVAILABLE when the engine was busy or away for as long, in which case the change may have been made all the
 * same.
 */
export async function commit<T>(given: CommitContext, prepare: (at: string) => Promise<ChangeSet<T>>): Promise<Committed<T>> {
  const { once } = given;
  const context = once ? { ...given, ledger: { consumer: repeatable, recordId: once.nextChange() } } : given;
  const deadline = performance.now() + patienceMs;
  const uncertain: Sent<T>[] = [];
  let prepared: Prepared<T> | undefined;
  using turn = new Turn();
  for (let attempt = 1; ; attempt++) {
    const isFresh = !prepared;
    let outcome: Outcome<T> = prepared ? { kind: "prepared", prepared } : await prepareOnce(context, prepare);
    if (outcome.kind === "prepared") {
      prepared = outcome.prepared;
      // While an answer is lost, what was reread may be this commit's own change: that is checked below before building on it.
      if (!isFresh || uncertain.length === 0) outcome = await send(context, prepared);
    }
    if (outcome.kind === "done") return settle(context, outcome.sent);
    if (outcome.kind === "lost") uncertain.push(outcome.sent);

    // A lost answer may still have been a success, and then the conflict is with this commit's own write.
    const earlier = await firstLanded(context.orgId, uncertain);
    if (earlier.kind === "landed") return settle(context, earlier.sent);
    if (earlier.kind === "none") {
      if (outcome.kind === "refused") throw outcome.error;
      if (outcome.kind === "nothing") return { result: outcome.result, records: [] };
      if (outcome.kind === "prepared") continue;
    }
    if (performance.now() > deadline)
      throw new KartisError(outcome.kind === "stale" && earlier.kind === "none" ? "CONFLICT" : "SERVICE_UNAVAILABLE");
    await backOff(attempt);
    const isHeld = outcome.kind === "again" && uncertain.length === 0 && prepared?.changeSet.isSpread;
    if (outcome.kind === "stale" || outcome.kind === "prepared" || isHeld) prepared = undefined;
    if (outcome.kind === "stale") await turn.at(outcome.item, Math.max(0, Math.min(longestTurnMs, deadline - performance.now())));
  }
}

const turns = new Turns();

/** The turn that a commit has at the item over which it lost to other writers; one at a time, so that no two wait for each other. */
class Turn implements Disposable {
  #item: string | undefined;
  #end: (() => void) | undefined;

  async at(item: string, longestMs: number): Promise<void> {
    if (item === this.#item) return;
    this[Symbol.dispose]();
    this.#end = await turns.take(item, longestMs);
    this.#item = item;
  }

  [Symbol.dispose](): void {
    this.#end?.();
    this.#end = undefined;
    this.#item = undefined;
  }
}

interface Prepared<T> {
  readonly changeSet: ChangeSet<T>;
  readonly at: string;
  /** Token of a transaction without a record. */
  readonly token: string;
}

/** A transaction that was sent. */
interface Sent<T> extends Committed<T> {
  readonly began: number;
}

type Outcome<T> =
  | { readonly kind: "prepared"; readonly prepared: Prepared<T> }
  | { readonly kind: "done" | "lost"; readonly sent: Sent<T> }
  /** There was nothing to write, or the ledger shows that it was already done. */
  | { readonly kind: "nothing"; readonly result: T }
  /** The item has changed since it was read. */
  | { readonly kind: "stale"; readonly item: string }
  | { readonly kind: "again" }
  | { readonly kind: "refused"; readonly error: unknown };

/** A read that the engine did not answer is repeated; anything else thrown is the caller's answer. */
async function prepareOnce<T>(context: CommitContext, prepare: (at: string) => Promise<ChangeSet<T>>): Promise<Outcome<T>> {
  const at = instant(context.clock);
  try {
    const changeSet = await prepare(at);
    return { kind: "prepared", prepared: { changeSet, at: changeSet.at ?? at, token: randomUUID() } };
  } catch (error) {
    return isUnanswered(error) ? { kind: "again" } : { kind: "refused", error };
  }
}

async function send<T>(context: CommitContext, { changeSet, at, token }: Prepared<T>): Promise<Outcome<T>> {
  const { result, writes } = changeSet;
  if (writes.length === 0 && changeSet.records.length === 0) return { kind: "nothing", result };
  if (changeSet.records.length === 0) requireUnrecorded(writes.map(({ item }) => item));
  const records = stamp(context, at, changeSet.records);
  // The ledger first: where it says that this has been done, the conditions of the writes need not hold.
  const ledger = context.ledger ? [ledgerWrite(context.orgId, context.ledger, at, records)] : [];
  const all: Write[] = [...ledger, ...writes, ...records.map(recordWrite)];
  const sent = { result, records, began: performance.now() };
  // Without a record it leaves no trace to look for; then the engine recognizes it by its token.
  const attempt = await attemptTransaction(
    all.map(({ item }) => item),
    records.length === 0 ? token : undefined,
  );
  if (attempt === "done") return { kind: "done", sent };
  if (attempt === "unknown") return { kind: "lost", sent };
  if (attempt === "again") return { kind: "again" };
  if (attempt.failedAt < ledger.length) return context.once ? doneBefore(context, changeSet) : { kind: "nothing", result };
  const failed = all[attempt.failedAt];
  if (typeof failed?.otherwise === "function") return { kind: "refused", error: failed.otherwise() };
  return { kind: "stale", item: JSON.stringify(failed && keyOf(failed.item)) };
}

/**
 * A repeated call's change, which an earlier call has made. Its result is given again if it is about the same thing; the caller learns otherwise what was made.
 */
async function doneBefore<T>({ orgId, ledger }: CommitContext, { result, records }: ChangeSet<T>): Promise<Outcome<T>> {
  const recordId = ledger && (await recordOf(orgId, ledger.consumer, ledger.recordId));
  const record = recordId ? await findRecord(orgId, recordId) : undefined;
  const [made, prepared] = [record, ...records].map((each) => each?.changes[0]?.subject.id);
  if (record && made === prepared) return { kind: "done", sent: { result, records: [record], began: performance.now() } };
  const details = { messageKey: "api.idempotencyDone", params: { id: made ?? "" } };
  return { kind: "refused", error: new KartisError("CONFLICT", details) };
}

/** The first of the transactions that was written after all, found by its record; `unknown` when the engine does not say. */
async function firstLanded<T>(
  orgId: OrgId,
  uncertain: readonly Sent<T>[],
): Promise<{ readonly kind: "landed"; readonly sent: Sent<T> } | { readonly kind: "none" | "unknown" }> {
  try {
    for (const sent of uncertain) {
      const [first] = sent.records;
      if (first && (await findRecord(orgId, first.id))) return { kind: "landed", sent };
    }
    return { kind: "none" };
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    return { kind: "unknown" };
  }
}

async function settle<T>(context: CommitContext, { result, records, began }: Sent<T>): Promise<Committed<T>> {
  await followUp(context, records, began);
  return { result, records };
}

/**
 * A write is only acknowledged once every reader can find it. One whose record landed late may be behind the readers' overlap, so a repair record under a new
 * id makes them read its subjects again. What this misses (the process dies here) their sweep finds within seconds.
 */
async function followUp(context: CommitContext, late: readonly JournalRecord[], stampedAt: number): Promise<void> {
  const { ledger: _, once: _once, ...plain } = context;
  let began = stampedAt;
  for (let attempt = 0; attempt < 3 && performance.now() - began > slowMs; attempt++) {
    const changes = late.flatMap((record) => record.changes.map(repairOf));
    const [first] = late;
    if (!first || changes.length === 0) return;
    began = performance.now();
    const repair = stamp({ ...plain, causedBy: first.id }, instant(context.clock), [{ changes }]);
    await attemptTransaction(repair.map((record) => recordWrite(record).item)).catch(() => undefined);
  }
}

/** The change that makes replicas read a subject again by key. */
export const repairOf = ({ subject, version }: Change): Change => ({
  action: "replica.repair",
  subject,
  version,
  before: null,
  after: null,
});

function stamp(context: CommitContext, at: string, drafts: readonly RecordDraft[]): JournalRecord[] {
  const nextId = recordIds();
  const now = context.clock.now();
  return drafts.map((draft) => ({
    id: nextId(now),
    orgId: context.orgId,
    at,
    actor: actorRef(context.actor),
    origin: context.origin,
    requestId: context.requestId,
    ...((draft.batchId ?? context.batchId) ? { batchId: draft.batchId ?? context.batchId } : {}),
    ...(context.startsAutomations ? { startsAutomations: true } : {}),
    ...(context.causedBy ? { causedBy: context.causedBy } : {}),
    depth: context.depth ?? 0,
    changes: draft.changes,
  }));
}

/** The write that adds a record to the journal. */
const recordWrite = (record: JournalRecord): Write => put(journalEntity().create(toItem(record)).params(), "stale");

function ledgerWrite(
  orgId: OrgId,
  key: { consumer: string; recordId: RecordId },
  at: string,
  [first]: readonly JournalRecord[],
): Write {
  return put(
    ledgerEntity()
      .create({
        orgId,
        ...key,
        ...(first ? { wrote: first.id } : {}),
        expiresAt: epochSeconds(Date.parse(at)) + 14 * 86_400,
      })
      .params(),
    "stale",
  );
}
