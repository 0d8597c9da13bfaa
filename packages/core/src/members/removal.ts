import { commitContextOf } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import type { OperationId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { operationStart } from "../operations/index.ts";
import { findMember, memberRemoval, requireAdministrator } from "../organizations/index.ts";
import { commitMetered } from "../plans/index.ts";
import { disconnectMember } from "../realtime/index.ts";
import { handOverOperation, type Holdings, holdingsOf, isHolding } from "./hand-over.ts";
import { MemberRef, RemoveInput } from "./schema.ts";

const holdings = procedure({
  name: "members.holdings",
  kind: "query",
  input: MemberRef,
  can: ["ORGANIZATION", "update"],
  async run({ userId }, { principal: { orgId }, clock }): Promise<Holdings> {
    if (!(await findMember(orgId, userId))) throw new KartisError("NOT_FOUND");
    return holdingsOf(orgId, userId, clock);
  },
});

/**
 * Ends the membership, from the person's next request on, and replaces them by `heirId` wherever cards name them, in their open tasks and in meetings to come: through a long operation that is created in
 * the same transaction, so that neither happens without the other.
 */
const remove = procedure({
  name: "members.remove",
  kind: "mutation",
  input: RemoveInput,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  async run({ userId, heirId }, context): Promise<{ operationId: OperationId | null }> {
    requireAdministrator(context);
    const { orgId, userId: removerId } = context.principal;
    if (!removerId) throw new KartisError("FORBIDDEN");
    if (userId === removerId) throw new KartisError("FORBIDDEN", { messageKey: "errors.removeOneself" });
    const { result: operationId } = await commitMetered(commitContextOf(context), async () => {
      const [member, heir, holds] = await Promise.all([
        findMember(orgId, userId),
        heirId ? findMember(orgId, heirId) : undefined,
        holdingsOf(orgId, userId, context.clock),
      ]);
      if (!member) throw new KartisError("NOT_FOUND");
      if (heirId && (!heir || heir.suspendedAt || heirId === userId))
        throw new KartisError("INVALID_INPUT", { fields: { heirId: "validation.enum" } });
      const needsHeir = isHolding(holds);
      if (needsHeir && !heirId) throw new KartisError("INVALID_INPUT", { fields: { heirId: "validation.required" } });
      const { writes, change } = memberRemoval(orgId, member);
      const job = heirId && needsHeir ? { userId, heirId } : undefined;
      const handOver = job && operationStart(orgId, handOverOperation, job, { userId: removerId }, context.clock);
      return {
        writes: [...writes, ...(handOver ? [handOver.write] : [])],
        records: [{ changes: [change] }, ...(handOver ? [handOver.record] : [])],
        result: handOver?.operationId ?? null,
      };
    });
    await disconnectMember(orgId, userId, context.clock);
    return { operationId };
  },
});

export const removalProcedures = [holdings, remove] as const;
