import { setTimeout as delay } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { type Actor, actorRef } from "../kernel/actor.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type OrgId, type RecordId, recordIds } from "../kernel/id.ts";
import type { OrgContext, Origin } from "../kernel/procedure.ts";
import type { Change, JournalRecord } from "./journal.ts";
import { findRecord, journalEntity, toItem } from "./journal-entity.ts";
import { ledgerEntity } from "./ledger.ts";
import { documentClient } from "./table.ts";

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** One write of the transaction. */
export interface Write {
  readonly item: TransactItem;
  /**
   * What a failed condition of this write means: `replan` when it guards something the plan has read (a version), so that the plan is made
   * again on what is there now; otherwise the error that the caller is told.
   */
  readonly otherwise: "replan" | (() => KartisError);
}

/** A record to be: what `commit()` itself knows is not in it. */
export interface RecordDraft {
  readonly changes: readonly Change[];
  /** Of a change that a long operation follows from, which is written with it: that operation. */
  readonly batchId?: string;
}

export interface Plan<T> {
  readonly writes: readonly Write[];
  readonly records: readonly RecordDraft[];
  readonly result: T;
}

export interface CommitContext {
  readonly orgId: OrgId;
  readonly actor: Actor;
  readonly clock: Clock;
  readonly requestId: string;
  readonly origin: Origin;
  readonly batchId?: string;
  readonly causedBy?: RecordId;
  readonly depth?: number;
  /** Set by consumers: the effect and the fact that this consumer has had it are one transaction. */
  readonly ledger?: { readonly consumer: string; readonly recordId: RecordId };
}

/** What a procedure's call says of the change it makes. */
export const commitContextOf = ({ principal, actor, clock, requestId, origin }: OrgContext): CommitContext => ({
  orgId: principal.orgId,
  actor,
  clock,
  requestId,
  origin,
});

/** A Put, as ElectroDB's `.params()` or a hand-made command gives it, as a write. The shapes of ElectroDB's params are plain objects to TypeScript. */
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

/** DynamoDB's limit of one transaction. */
export const maxTransactItems = 100;

/** An attempt that takes longer is given up: its record could otherwise appear in the feed behind readers that have passed its id (ARCHITECTURE, "Late records"). */
const attemptMs = 5_000;
export const maxAttempts = 8;
/** Replicas look back two seconds from the newest record they have seen; an attempt that took longer than this follows up with a repair. */
const slowMs = 1_000;
/** The engine's own conflicts and hiccups, after which the same plan may be tried again under a new id. */
const transient = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded"]);
export const isTransient = (reasons: readonly { readonly Code?: string | undefined }[]): boolean =>
  reasons.some(({ Code }) => Code !== undefined && transient.has(Code));
export const pause = (attempt: number): Promise<void> => delay(Math.random() * Math.min(1_000, 10 * 2 ** attempt));

/**
 * The only way to change an organization's data: the plan's writes and their journal records in one DynamoDB transaction.
 *
 * `makePlan` reads what it needs and decides; `at` is the instant that items and records of the plan carry. It is asked again when something it had read has changed meanwhile (a write whose condition failed
 * with `otherwise: "replan"`). An empty plan writes nothing. Throws what the plan throws, the error of a write's `otherwise`, CONFLICT after
 * too many replans, and SERVICE_UNAVAILABLE when the engine stays unreachable.
 * @returns the plan's result and the records written (none when the plan was empty, or when the ledger says the consumer had done it).
 */
export async function commit<T>(
  context: CommitContext,
  makePlan: (at: string) => Promise<Plan<T>>,
): Promise<{ result: T; records: readonly JournalRecord[] }> {
  const uncertain: Uncertain<T>[] = [];
  let at = instant(context.clock);
  let plan = await makePlan(at);
  for (let attempt = 1; ; attempt++) {
    if (plan.writes.length === 0 && plan.records.length === 0) return { result: plan.result, records: [] };
    const began = performance.now();
    const records = stamp(context, at, plan.records);
    let outcome = await tryWrite(context, plan.writes, records);
    if (outcome === "done") {
      await followUp(context, records, began);
      return { result: plan.result, records };
    }
    if (outcome === "already") return { result: plan.result, records: [] };

    if (outcome === "unknown") uncertain.push({ plan, records, began });
    // A lost answer may still have been a success, and then its own write is what the next attempt collides with.
    const landed = await firstLanded(context.orgId, uncertain);
    if (landed && landed !== "unknown") {
      await followUp(context, landed.records, landed.began);
      return { result: landed.plan.result, records: landed.records };
    }
    if (landed === "unknown") outcome = "unknown";
    if (outcome instanceof KartisError) throw outcome;
    if (attempt >= maxAttempts) throw new KartisError(outcome === "replan" ? "CONFLICT" : "SERVICE_UNAVAILABLE");
    if (outcome === "replan") {
      at = instant(context.clock);
      plan = await makePlan(at);
    } else await pause(attempt);
  }
}

/** An attempt whose answer was lost. */
interface Uncertain<T> {
  readonly plan: Plan<T>;
  readonly records: readonly JournalRecord[];
  readonly began: number;
}

/** The first of the attempts that was written after all; `unknown` when the engine does not say. One without a record leaves no trace to look for. */
async function firstLanded<T>(orgId: OrgId, attempts: readonly Uncertain<T>[]): Promise<Uncertain<T> | "unknown" | undefined> {
  try {
    for (const attempt of attempts) {
      const [first] = attempt.records;
      if (first && (await findRecord(orgId, first.id))) return attempt;
    }
    return undefined;
  } catch (error) {
    // ElectroDB wraps what the SDK throws. What no repetition can mend is thrown on.
    outcomeOfFailure(error instanceof Error && error.cause instanceof Error ? error.cause : error);
    return "unknown";
  }
}

/**
 * A write is only acknowledged once every reader can find it. One whose record landed late may be behind the readers' overlap, so a repair
 * record under a new id tells them to read its subjects again. What this misses (the process dies here) their sweep finds within seconds.
 */
async function followUp(context: CommitContext, late: readonly JournalRecord[], stampedAt: number): Promise<void> {
  const { ledger: _, ...plain } = context;
  let began = stampedAt;
  for (let attempt = 0; attempt < 3 && performance.now() - began > slowMs; attempt++) {
    const changes = late.flatMap((record) => record.changes.map(repairOf));
    const [first] = late;
    if (!first || changes.length === 0) return;
    began = performance.now();
    const repair = stamp({ ...plain, causedBy: first.id }, instant(context.clock), [{ changes }]);
    await tryWrite(plain, [], repair).catch(() => undefined);
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
    ...(context.causedBy ? { causedBy: context.causedBy } : {}),
    depth: context.depth ?? 0,
    changes: draft.changes,
  }));
}

type Outcome = "done" | "already" | "replan" | "again" | "unknown" | KartisError;

async function tryWrite(context: CommitContext, writes: readonly Write[], records: readonly JournalRecord[]): Promise<Outcome> {
  const all: Write[] = [...writes];
  const ledgerAt = context.ledger ? all.push(ledgerWrite(context.orgId, context.ledger, context.clock)) - 1 : -1;
  for (const record of records) all.push(put(journalEntity().create(toItem(record)).params(), "replan"));
  if (all.length > maxTransactItems) throw new Error(`A transaction of ${all.length} items; DynamoDB takes ${maxTransactItems}`);
  try {
    await documentClient().send(new TransactWriteCommand({ TransactItems: all.map((write) => write.item) }), {
      abortSignal: AbortSignal.timeout(attemptMs),
    });
    return "done";
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) return outcomeOfFailure(error);
    const reasons = error.CancellationReasons ?? [];
    const failed = reasons.findIndex((reason) => reason.Code === "ConditionalCheckFailed");
    if (failed === -1) {
      if (isTransient(reasons)) return "again";
      throw error;
    }
    if (failed === ledgerAt) return "already";
    const otherwise = all[failed]?.otherwise ?? "replan";
    return otherwise === "replan" ? "replan" : otherwise();
  }
}

function outcomeOfFailure(error: unknown): Outcome {
  if (!(error instanceof Error)) throw error;
  if (
    error.name === "TransactionInProgressException" ||
    error.name === "ThrottlingException" ||
    error.name === "ProvisionedThroughputExceededException"
  )
    return "again";
  const status = "$metadata" in error ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode : undefined;
  // No answer, or a server's failure: whether it was written is not known.
  if (status === undefined || status >= 500) return "unknown";
  throw error;
}

function ledgerWrite(orgId: OrgId, key: { consumer: string; recordId: RecordId }, clock: Clock): Write {
  return put(
    ledgerEntity()
      .create({ orgId, ...key, expiresAt: Math.floor(clock.now() / 1000) + 14 * 86_400 })
      .params(),
    "replan",
  );
}
