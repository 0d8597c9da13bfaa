import { isDeepStrictEqual } from "node:util";
import { commit, type CommitContext, put, type RecordDraft, type Write } from "../data/commit.ts";
import type { JournalRecord } from "../data/journal.ts";
import { type ChangeOf, changesOf } from "../data/payloads.ts";
import { type Clock, instant, epochSeconds } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type Id, newId, type OperationId, type OrgId, type RoleId, type UserId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import { operationEntity } from "./entity.ts";
import type { OperationType } from "./schema.ts";

/** Days for which an operation is kept. */
export const operationDays = 30;

/** The person who started an operation, and the role that they were previewing or the token that they used: the operation may do no more than those. */
export interface Starter {
  readonly userId: UserId;
  readonly viewAs?: RoleId | undefined;
  readonly tokenId?: Id<"tkn"> | undefined;
}

/** The person who makes the call. Throws FORBIDDEN when the caller is not a person. */
export function starterOf({ actor, principal: { userId } }: Pick<OrgContext, "actor" | "principal">): Starter {
  if (!userId) throw new KartisError("FORBIDDEN");
  return {
    userId,
    viewAs: actor.kind === "user" ? actor.membership?.viewAs?.roleId : undefined,
    tokenId: actor.kind === "token" ? actor.tokenId : undefined,
  };
}

/**
 * An operation that follows from a change: `write` and `record` belong in the transaction of that change. The record makes it run, through the bus and the
 * queue of operations, so nobody has to trigger its first run.
 */
export function operationStart<Given>(
  orgId: OrgId,
  { kind }: OperationType<Given, unknown, unknown>,
  input: NoInfer<Given>,
  { userId, viewAs, tokenId }: Starter,
  clock: Clock,
  operationId: OperationId = newId("opn", clock.now()),
): { readonly operationId: OperationId; readonly write: Write; readonly record: RecordDraft } {
  const operation = operationEntity().create({
    orgId,
    operationId,
    kind,
    state: "running",
    input,
    userId,
    ...(viewAs ? { viewAs } : {}),
    ...(tokenId ? { tokenId } : {}),
    createdAt: instant(clock),
    done: 0,
    created: 0,
    updated: 0,
    skipped: 0,
    failed: 0,
    altered: 0,
    expiresAt: epochSeconds(clock.now()) + operationDays * 86_400,
  });
  const change: ChangeOf<"operation.start"> = {
    action: "operation.start",
    subject: { kind: "operation", id: operationId },
    version: 1,
    before: null,
    after: { operation: kind },
  };
  return { operationId, write: put(operation.params(), "stale"), record: { changes: [change] } };
}

/**
 * Starts an operation that is a change of its own. Throws what `commit()` throws.
 * @param given an id of the caller's choice, under which it is started once; throws CONFLICT if another one has it
 */
export async function startOperation<Given>(
  context: CommitContext,
  type: OperationType<Given, unknown, unknown>,
  input: NoInfer<Given>,
  starter: Starter,
  given?: OperationId,
): Promise<OperationId> {
  const { operationId, write, record } = operationStart(context.orgId, type, input, starter, context.clock, given);
  await commit(context, async () => {
    if (given && (await isStarted(context.orgId, given, type.kind, input, starter)))
      return { writes: [], records: [], result: undefined };
    return { writes: [write], records: [record], result: undefined };
  });
  return operationId;
}

async function isStarted(
  orgId: OrgId,
  operationId: OperationId,
  kind: string,
  input: unknown,
  { userId }: Starter,
): Promise<boolean> {
  const { data } = await operationEntity().get({ orgId, operationId }).go({ consistent: true });
  if (!data) return false;
  if (data.userId === userId && data.kind === kind && isDeepStrictEqual(data.input, input)) return true;
  throw new KartisError("CONFLICT");
}

/** The operation that the record starts, if any. */
export const operationOf = ({ changes }: JournalRecord): OperationId | undefined =>
  changesOf(changes, ["operation.start"])[0]?.subject.id;
