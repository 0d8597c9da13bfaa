import { put, update, type Write } from "../data/commit.ts";
import { isFailedCondition } from "../data/entity.ts";
import { type Clock, instant, systemClock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, isId, type OperationId, type OrgId } from "../kernel/id.ts";
import { memoryEntity, operationEntity, rejectEntity } from "./entity.ts";
import { chunkKey, type ChunkReport, expiryOf } from "./reports.ts";
import type { Operation, OperationKind, Reject } from "./schema.ts";
import type { Starter } from "./start.ts";

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
  const tokenId = isId("tkn", data.tokenId) ? data.tokenId : undefined;
  return {
    orgId,
    operationId,
    kind,
    state,
    input,
    userId,
    viewAs,
    tokenId,
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

/** The error for a runner whose operation another runner has advanced, or a person has canceled. */
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
  const key = { orgId, operationId, chunk: chunkKey(operation.done) };
  const expiresAt = expiryOf(clock);
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
