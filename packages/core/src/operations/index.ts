/*
 * Long operations: whatever exceeds a transaction's hundred items or a call's thirty seconds. Owns: operations and their rejects.
 * Invariant: progress moves in the transaction of the chunk it counts; whatever is interrupted resumes there by itself.
 * Records: operation.start, from which its first run follows; operation.cancel; then through the operation's own chunks.
 */
import type { EntityItem } from "electrodb";
import * as z from "zod";
import { commit, commitContextOf, put, type RecordDraft, update, type Write } from "../data/commit.ts";
import { isFailedCondition } from "../data/entity.ts";
import { type Clock, instant, systemClock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, isId, type OperationId, type OrgId, type UserId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { memoryEntity, operationEntity, rejectEntity } from "./entity.ts";
import { type Alteration, type Operation, type OperationKind, OperationRef, type Reject, type RowChange } from "./schema.ts";
import { operationDays, type Starter } from "./start.ts";

export type { Alteration, Operation, Reject, RowChange } from "./schema.ts";
export { commitChunks, type Stage } from "./chunks.ts";
export { forgetRows } from "./forget.ts";
export { operationOf, operationStart, type Starter, startOperation, starterOf } from "./start.ts";
export { Upcoming } from "./upcoming.ts";

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
  readonly altered: number;
  /** The last card processed, when it goes through cards. */
  readonly lastCardId?: CardId;
  /** Its position, in the shape of the kind. */
  readonly position: unknown;
}

const keptSeconds = operationDays * 86_400;

/** Schedules the next run of the operation, after a delay of fifteen minutes at most: called by its runner between two stretches. Repeating it is harmless. */
export async function requestRun(orgId: OrgId, operationId: OperationId, delaySeconds = 0): Promise<void> {
  const { send } = await import("./queue.ts");
  await send({ orgId, operationId }, delaySeconds);
}

/** The operation, strongly consistent. */
export async function findOperation(orgId: OrgId, operationId: OperationId): Promise<RunningOperation | undefined> {
  const { data } = await operationEntity().get({ orgId, operationId }).go({ consistent: true });
  if (!data || !isId("usr", data.userId)) return undefined;
  const { kind, state, input, userId, createdAt, done, created, updated, skipped, failed, altered = 0, lastCardId } = data;
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
    altered,
    ...last,
    position: data.position,
  };
}

/** The error for a runner whose operation another runner has advanced, or somebody canceled. */
const superseded = () => new KartisError("PRECONDITION_FAILED");

/**
 * Progress after a chunk, with its report and memory, as writes of the chunk's own transaction; they fail if another runner has processed the chunk, or it was
 * canceled.
 */
export function progress(
  operation: RunningOperation,
  next: Pick<RunningOperation, "done" | "created" | "updated" | "skipped" | "failed" | "lastCardId"> & {
    readonly altered?: number;
  },
  rejects: readonly Reject[],
  memory: Uint8Array | undefined,
  clock: Clock,
  { examples = [], alterations = [] }: Pick<ChunkReport, "examples" | "alterations"> = {},
): Write[] {
  const { orgId, operationId } = operation;
  const { done, created, updated, skipped, failed, altered = operation.altered, lastCardId } = next;
  const moved = update(
    operationEntity()
      .patch({ orgId, operationId })
      .set({ done, created, updated, skipped, failed, altered, ...(lastCardId ? { lastCardId } : {}) })
      .where((attribute, { eq }) => `${eq(attribute.done, operation.done)} AND ${eq(attribute.state, "running")}`)
      .params(),
    superseded,
  );
  const key = { orgId, operationId, chunk: String(operation.done).padStart(12, "0") };
  const expiresAt = Math.floor(clock.now() / 1000) + keptSeconds;
  return [
    moved,
    ...(rejects.length + examples.length + alterations.length > 0
      ? [
          put(
            rejectEntity()
              .put({
                ...key,
                rejects,
                ...(examples.length > 0 ? { examples } : {}),
                ...(alterations.length > 0 ? { alterations } : {}),
                expiresAt,
              })
              .params(),
            superseded,
          ),
        ]
      : []),
    ...(memory
      ? [
          put(
            memoryEntity()
              .put({ ...key, bytes: memory, expiresAt })
              .params(),
            superseded,
          ),
        ]
      : []),
  ];
}

/** Stores what an operation needs to know from its first run on, before its progress begins: part after part, read again by `memoryOf`. */
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

/** What the chunks so far have remembered. */
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

/** Sets what is found out before or after the chunks. Throws PRECONDITION_FAILED when it is no longer running: a canceled operation stays so. */
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
    if (isFailedCondition(error)) throw superseded();
    throw error;
  }
}

interface ChunkReport {
  readonly rejects: readonly Reject[];
  readonly examples?: readonly RowChange[];
  readonly alterations?: readonly Alteration[];
}

/** The reports so far, in the order of the file, a chunk at a time. */
async function* reportsOf(orgId: OrgId, operationId: OperationId): AsyncGenerator<ChunkReport> {
  let cursor: string | null = null;
  do {
    const page: { data: ChunkReport[]; cursor: string | null } = await rejectEntity()
      .query.main({ orgId, operationId })
      .go({ cursor, consistent: true });
    yield* page.data;
    cursor = page.cursor;
  } while (cursor);
}

/** All rejects so far, in the order of the file, a chunk at a time. */
export async function* rejectsOf(orgId: OrgId, operationId: OperationId): AsyncGenerator<readonly Reject[]> {
  for await (const { rejects } of reportsOf(orgId, operationId)) yield rejects;
}

/** At most this many rejected rows are listed; all of them are in the file. */
export const shownErrors = 200;
/** At most this many changing rows are listed with their changes; the rest is counted. */
export const shownChanges = 50;
/** At most this many altered cells are listed; the rows with one are counted. */
export const shownAlterations = 50;

type Item = EntityItem<ReturnType<typeof operationEntity>>;

/** The operation as it is shown, without its reports on single rows. */
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
    altered: data.altered ?? 0,
    dryRun: z.object({ dryRun: z.literal(true) }).safeParse(data.input).success,
    errors: [],
    changes: [],
    alterations: [],
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
  // Exporting your own data is still possible after the trial.
  plan: "any",
  async run({ operationId }, { principal }): Promise<Operation> {
    const { data } = await operationEntity().get({ orgId: principal.orgId, operationId }).go({ consistent: true });
    if (!data || data.userId !== principal.userId) throw new KartisError("NOT_FOUND", { messageKey: "errors.operationNotFound" });
    const errors: Reject[] = [];
    const changes: RowChange[] = [];
    const alterations: Alteration[] = [];
    for await (const { rejects, examples = [], alterations: altered = [] } of reportsOf(principal.orgId, operationId)) {
      errors.push(...rejects.slice(0, shownErrors - errors.length));
      changes.push(...examples);
      alterations.push(...altered);
      const hasAll = alterations.length >= Math.min(data.altered ?? 0, shownAlterations);
      if (errors.length >= shownErrors && changes.length >= Math.min(data.updated, shownChanges) && hasAll) break;
    }
    return { ...shownOf(data), errors, changes, alterations };
  },
});

/** The organization's stored operations of a kind, newest first. From an index that lags a moment behind. */
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

/** Consequences of something that has already happened (a changed type, a removed member) cannot be canceled halfway. */
const unstoppable: readonly OperationKind[] = ["conversion", "erasure", "handOver"];

const cancel = procedure({
  name: "operations.cancel",
  kind: "mutation",
  input: OperationRef,
  can: { member: "whoever started it may stop it" },
  async run({ operationId }, context) {
    const { orgId, userId } = context.principal;
    await commit(commitContextOf(context), async (at) => {
      const operation = await findOperation(orgId, operationId);
      if (!operation || operation.userId !== userId)
        throw new KartisError("NOT_FOUND", { messageKey: "errors.operationNotFound" });
      if (unstoppable.includes(operation.kind)) throw new KartisError("FORBIDDEN");
      // It has ended by itself.
      if (operation.state !== "running") return { writes: [], records: [], result: undefined };
      return { ...cancellation(operation, at), result: undefined };
    });
    return { ok: true };
  },
});

/** Write and record that stop the operation, while it runs. */
function cancellation({ orgId, operationId, kind }: RunningOperation, at: string): { writes: Write[]; records: RecordDraft[] } {
  const canceled = operationEntity()
    .patch({ orgId, operationId })
    .set({ state: "canceled", endedAt: at })
    .where((attribute, { eq }) => eq(attribute.state, "running"));
  const change = {
    action: "operation.cancel",
    subject: { kind: "operation", id: operationId },
    version: 2,
    before: null,
    after: { operation: kind },
  } as const;
  return { writes: [update(canceled.params(), "stale")], records: [{ changes: [change] }] };
}

export const operationProcedures = [get, cancel] as const;
