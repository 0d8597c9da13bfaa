/*
 * Long operations: what passes a transaction's hundred items or a call's thirty seconds. Owns: operations and their rejects.
 * Invariant: progress moves in the transaction of the chunk it counts; whatever is interrupted goes on by itself from there.
 * Records: through the operation's own chunks.
 */
import type { EntityItem } from "electrodb";
import * as z from "zod";
import { put, update, type Write } from "../data/commit.ts";
import { isFailedCondition } from "../data/entity.ts";
import { type Clock, instant, systemClock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, isId, newId, type OperationId, type OrgId, type RoleId, type UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { memoryEntity, operationEntity, rejectEntity } from "./entity.ts";
import { type Operation, OperationRef, type Reject, type RowChange } from "./schema.ts";

export type { Operation, Reject, RowChange } from "./schema.ts";
export { forgetRows } from "./forget.ts";

type OperationKind = Operation["kind"];

/** An operation as its runner sees it. */
export interface RunningOperation extends Starter {
  readonly orgId: OrgId;
  readonly operationId: OperationId;
  readonly kind: OperationKind;
  readonly state: Operation["state"];
  readonly input: unknown;
  readonly createdAt: string;
  readonly endedAt: string | null;
  readonly done: number;
  readonly total: number | null;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  /** The last card dealt with, where cards are gone through. */
  readonly lastCardId?: CardId;
  /** Where it is, in the shape of the kind. */
  readonly position: unknown;
}

const keptSeconds = 30 * 86_400;

/** Asks for the operation to be run, or run on, after so long (fifteen minutes at most). Asking twice is harmless. */
export async function requestRun(orgId: OrgId, operationId: OperationId, delaySeconds = 0): Promise<void> {
  const { send } = await import("./queue.ts");
  await send({ orgId, operationId }, delaySeconds);
}

/** Whose doing an operation is, and with which role's eyes they looked when they began it: then it does no more than that role may. */
export interface Starter {
  readonly userId: UserId;
  readonly viewAs?: RoleId | undefined;
}

/** The person who makes the call. Throws FORBIDDEN for what is none. */
export function starterOf({ actor, principal: { userId } }: Pick<OrgContext, "actor" | "principal">): Starter {
  if (!userId) throw new KartisError("FORBIDDEN");
  return { userId, viewAs: actor.kind === "user" ? actor.membership?.viewAs?.roleId : undefined };
}

const newOperation = (orgId: OrgId, kind: OperationKind, input: unknown, { userId, viewAs }: Starter, clock: Clock) => ({
  orgId,
  operationId: newId("opn", clock.now()),
  kind,
  state: "running" as const,
  input,
  userId,
  ...(viewAs ? { viewAs } : {}),
  createdAt: instant(clock),
  done: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  expiresAt: Math.floor(clock.now() / 1000) + keptSeconds,
});

/** Writes the operation down and asks for its run. */
export async function startOperation(...of: Parameters<typeof newOperation>): Promise<OperationId> {
  const operation = newOperation(...of);
  await operationEntity().create(operation).go();
  await requestRun(operation.orgId, operation.operationId);
  return operation.operationId;
}

/** An operation that follows from a change and is written in its transaction. Whoever commits asks for the run. */
export function operationCreation(...of: Parameters<typeof newOperation>): { operationId: OperationId; write: Write } {
  const operation = newOperation(...of);
  return { operationId: operation.operationId, write: put(operationEntity().create(operation).params(), "replan") };
}

/** The operation, strongly consistent. */
export async function findOperation(orgId: OrgId, operationId: OperationId): Promise<RunningOperation | undefined> {
  const { data } = await operationEntity().get({ orgId, operationId }).go({ consistent: true });
  if (!data || !isId("usr", data.userId)) return undefined;
  const { kind, state, input, userId, createdAt, done, created, updated, skipped, failed, lastCardId } = data;
  const ends = { endedAt: data.endedAt ?? null, total: data.total ?? null };
  const last = isId("crd", lastCardId) ? { lastCardId } : {};
  const viewAs = isId("rol", data.viewAs) ? data.viewAs : undefined;
  return {
    orgId,
    operationId,
    kind,
    state,
    input,
    userId,
    viewAs,
    createdAt,
    ...ends,
    done,
    created,
    updated,
    skipped,
    failed,
    ...last,
    position: data.position,
  };
}

/** Asks for the run of an operation that nobody has begun: whoever wrote it down may have died before they did. */
export async function requestFirstRun(orgId: OrgId, operationId: OperationId): Promise<void> {
  const operation = await findOperation(orgId, operationId);
  if (operation?.state === "running" && operation.total === null && operation.done === 0) await requestRun(orgId, operationId);
}

/** What a runner is told whose operation another has moved on, or somebody canceled. */
const overtaken = () => new KartisError("PRECONDITION_FAILED");

/** Progress after a chunk, with what is to be told and remembered of it, as writes of the chunk's own transaction; they fail if another runner has dealt with the chunk, or it was canceled. */
export function progress(
  operation: RunningOperation,
  next: Pick<RunningOperation, "done" | "created" | "updated" | "skipped" | "failed" | "lastCardId">,
  rejects: readonly Reject[],
  memory: Uint8Array | undefined,
  clock: Clock,
  examples: readonly RowChange[] = [],
): Write[] {
  const { orgId, operationId } = operation;
  const { done, created, updated, skipped, failed, lastCardId } = next;
  const moved = update(
    operationEntity()
      .patch({ orgId, operationId })
      .set({ done, created, updated, skipped, failed, ...(lastCardId ? { lastCardId } : {}) })
      .where((attribute, { eq }) => `${eq(attribute.done, operation.done)} AND ${eq(attribute.state, "running")}`)
      .params(),
    overtaken,
  );
  const key = { orgId, operationId, chunk: String(operation.done).padStart(12, "0") };
  const expiresAt = Math.floor(clock.now() / 1000) + keptSeconds;
  return [
    moved,
    ...(rejects.length + examples.length > 0
      ? [
          put(
            rejectEntity()
              .put({ ...key, rejects, ...(examples.length > 0 ? { examples } : {}), expiresAt })
              .params(),
            overtaken,
          ),
        ]
      : []),
    ...(memory
      ? [
          put(
            memoryEntity()
              .put({ ...key, bytes: memory, expiresAt })
              .params(),
            overtaken,
          ),
        ]
      : []),
  ];
}

/** Keeps what an operation has to know from its first run on, before its progress begins: part after part, read again by `memoryOf`. */
export async function remember(
  { orgId, operationId }: RunningOperation,
  part: number,
  bytes: Uint8Array,
  clock: Clock,
): Promise<void> {
  const expiresAt = Math.floor(clock.now() / 1000) + keptSeconds;
  await memoryEntity()
    .put({ orgId, operationId, chunk: String(part).padStart(12, "0"), bytes, expiresAt })
    .go();
}

/** What the chunks so far were told to remember. */
export async function* memoryOf({ orgId, operationId }: RunningOperation): AsyncGenerator<Uint8Array> {
  let cursor: string | null = null;
  do {
    const page: { data: { bytes: Uint8Array }[]; cursor: string | null } = await memoryEntity()
      .query.main({ orgId, operationId })
      .go({ cursor, consistent: true });
    for (const item of page.data) yield item.bytes;
    cursor = page.cursor;
  } while (cursor);
}

/** Sets what is learnt before or after the chunks. Throws PRECONDITION_FAILED when it is no longer running: what is canceled stays so. */
export async function amendOperation(
  { orgId, operationId }: Pick<RunningOperation, "orgId" | "operationId">,
  changes: Partial<{
    state: Operation["state"];
    total: number;
    done: number;
    position: unknown;
    created: number;
    updated: number;
    skipped: number;
    failed: number;
    failure: string;
    failureParams: Operation["failureParams"];
    resultFileId: string;
    rejectsFileId: string;
  }>,
): Promise<void> {
  try {
    await operationEntity()
      .patch({ orgId, operationId })
      .set({ ...changes, ...(changes.state ? { endedAt: instant(systemClock) } : {}) })
      .where((attribute, { eq }) => eq(attribute.state, "running"))
      .go();
  } catch (error) {
    if (isFailedCondition(error)) throw overtaken();
    throw error;
  }
}

interface Told {
  readonly rejects: readonly Reject[];
  readonly examples?: readonly RowChange[];
}

/** What was told so far, in the order of the file, a chunk at a time. */
async function* toldOf(orgId: OrgId, operationId: OperationId): AsyncGenerator<Told> {
  let cursor: string | null = null;
  do {
    const page: { data: Told[]; cursor: string | null } = await rejectEntity()
      .query.main({ orgId, operationId })
      .go({ cursor, consistent: true });
    yield* page.data;
    cursor = page.cursor;
  } while (cursor);
}

/** All rejects so far, in the order of the file, a chunk at a time. */
export async function* rejectsOf(orgId: OrgId, operationId: OperationId): AsyncGenerator<readonly Reject[]> {
  for await (const { rejects } of toldOf(orgId, operationId)) yield rejects;
}

/** As many refused rows are told one by one; the rest is in the file. */
export const shownErrors = 200;
/** As many rows that change a card are told with what changes; the rest is counted. */
export const shownChanges = 50;

type Item = EntityItem<ReturnType<typeof operationEntity>>;

/** The operation as it is shown, without what it tells of single rows. */
function shownOf(data: Item): Operation {
  return {
    id: data.operationId,
    kind: data.kind,
    state: data.state,
    total: data.total ?? null,
    done: data.done,
    created: data.created,
    updated: data.updated,
    skipped: data.skipped,
    failed: data.failed,
    dryRun: z.object({ dryRun: z.literal(true) }).safeParse(data.input).success,
    errors: [],
    changes: [],
    failure: data.failure ?? null,
    failureParams: data.failureParams ?? {},
    resultUrl: data.resultFileId ? `/files/${data.resultFileId}` : null,
    rejectsUrl: data.rejectsFileId ? `/files/${data.rejectsFileId}` : null,
  };
}

const get = procedure({
  name: "operations.get",
  kind: "query",
  input: OperationRef,
  can: { member: "whoever started it watches it; nobody else knows its id" },
  async run({ operationId }, { principal }): Promise<Operation> {
    const { data } = await operationEntity().get({ orgId: principal.orgId, operationId }).go({ consistent: true });
    if (!data || data.userId !== principal.userId) throw new KartisError("NOT_FOUND", { messageKey: "errors.operationNotFound" });
    const errors: Reject[] = [];
    const changes: RowChange[] = [];
    for await (const { rejects, examples = [] } of toldOf(principal.orgId, operationId)) {
      errors.push(...rejects.slice(0, shownErrors - errors.length));
      changes.push(...examples);
      if (errors.length >= shownErrors && changes.length >= Math.min(data.updated, shownChanges)) break;
    }
    return { ...shownOf(data), errors, changes };
  },
});

/** The organization's operations of a kind that are kept, newest first. From an index that lags a moment behind. */
export async function* listOperations(
  orgId: OrgId,
  kind: OperationKind,
): AsyncGenerator<{ operation: Operation; userId: UserId; createdAt: string; input: unknown }> {
  let cursor: string | null = null;
  do {
    const page: { data: Item[]; cursor: string | null } = await operationEntity()
      .query.byKind({ orgId, kind })
      .go({ cursor, order: "desc" });
    for (const item of page.data) {
      const { userId, createdAt, input } = item;
      if (isId("usr", userId)) yield { operation: shownOf(item), userId, createdAt, input };
    }
    cursor = page.cursor;
  } while (cursor);
}

/** What follows from something that has happened already: of a changed type, of somebody who is gone, nothing may be left behind. */
const unstoppable: readonly OperationKind[] = ["conversion", "erasure", "handOver"];

const cancel = procedure({
  name: "operations.cancel",
  kind: "mutation",
  input: OperationRef,
  can: { member: "whoever started it may stop it" },
  async run({ operationId }, { principal }) {
    const operation = await findOperation(principal.orgId, operationId);
    if (!operation || operation.userId !== principal.userId)
      throw new KartisError("NOT_FOUND", { messageKey: "errors.operationNotFound" });
    if (unstoppable.includes(operation.kind)) throw new KartisError("FORBIDDEN");
    try {
      await amendOperation(operation, { state: "canceled" });
    } catch (error) {
      // It has come to its end by itself.
      if (!(error instanceof KartisError) || error.code !== "PRECONDITION_FAILED") throw error;
    }
    return { ok: true };
  },
});

export const operationProcedures = [get, cancel] as const;
