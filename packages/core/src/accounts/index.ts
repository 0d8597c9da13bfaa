/*
 * A person's own account: all that is known of them told, and an end to it. Owns nothing: identity, users and organizations do.
 * Invariant: an account is gone only when no organization has its person as a member; what they did in one stays told, of somebody without a name.
 * Records: member.remove in each organization; what becomes of names there is personal-data's.
 */
import * as z from "zod";
import { forgetSignIn, type Proof, proofKindOf, ProofSchema, requireProof, sessionCookie } from "../identity/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { OperationId, OrgId, UserId } from "../kernel/id.ts";
import { procedure, type SignedInContext } from "../kernel/procedure.ts";
import { holdingsOf } from "../members/index.ts";
import { operationCreation, requestRun, startOperation, starterOf } from "../operations/index.ts";
import { findMember, forgetVisits, memberRemoval, membersOf, membershipsOf, organizationCookie } from "../organizations/index.ts";
import { hashedAddress } from "../personal-data/schema.ts";
import { commitMetered } from "../plans/index.ts";
import { disconnectMember } from "../realtime/index.ts";
import { findUser, removeUser } from "../users/index.ts";

const oneself = { signedIn: "one's own account" } as const;

interface Ending {
  /** Organizations that would be left without an owner: they are handed over, or deleted, first. */
  readonly owned: readonly string[];
  /** Those one would leave. */
  readonly left: readonly string[];
  readonly proof: Proof["kind"];
}

async function endingOf(userId: UserId): Promise<{ owned: string[]; left: { orgId: OrgId; name: string }[] }> {
  const memberships = await membershipsOf(userId);
  const members = await Promise.all(memberships.map(({ orgId }) => findMember(orgId, userId)));
  const isOwned = (at: number) => members[at]?.systemRole === "OWNER";
  return {
    owned: memberships.filter((_, at) => isOwned(at)).map(({ name }) => name),
    left: memberships.filter((_, at) => !isOwned(at)),
  };
}

const ending = procedure({
  name: "account.ending",
  kind: "query",
  input: z.object({}),
  can: oneself,
  /** What deleting one's account would do, and how one would show who one is. */
  async run(_, { actor: { userId } }): Promise<Ending> {
    const [user, { owned, left }] = await Promise.all([findUser(userId), endingOf(userId)]);
    if (!user) throw new KartisError("UNAUTHORIZED");
    return { owned, left: left.map(({ name }) => name), proof: await proofKindOf(user) };
  },
});

/**
 * Leaves every organization, cards going to its owner, and ends the account: sessions, second factors, passkeys, name and address, which is free again. Whoever is
 * interrupted is still there and does it again. Throws PRECONDITION_FAILED naming the organizations one owns, and what `requireProof` throws.
 */
const remove = procedure({
  name: "account.delete",
  kind: "mutation",
  input: z.object({ proof: ProofSchema }),
  can: oneself,
  async run({ proof }, context): Promise<{ ok: true }> {
    const { userId } = context.actor;
    const user = await requireProof(userId, proof, context);
    const { owned, left } = await endingOf(userId);
    if (owned.length > 0)
      throw new KartisError("PRECONDITION_FAILED", {
        messageKey: "errors.account.owner",
        params: { organizations: owned.join(", ") },
      });
    for (const { orgId } of left) await leave(orgId, userId, user.email, context);
    await forgetVisits(userId);
    await forgetSignIn(userId, user.email);
    await removeUser(user);
    for (const name of [sessionCookie, organizationCookie]) context.setCookie({ name, value: "", maxAgeSeconds: 0 });
    return { ok: true };
  },
});

async function leave(orgId: OrgId, userId: UserId, email: string, context: SignedInContext): Promise<void> {
  const { actor, clock, requestId, origin } = context;
  const owner = (await membersOf(orgId)).find(({ systemRole }) => systemRole === "OWNER");
  const { result: operationIds } = await commitMetered(
    { orgId, actor, clock, requestId, origin },
    async () => {
      const [member, cards] = await Promise.all([findMember(orgId, userId), holdingsOf(orgId, userId)]);
      if (!member) return { writes: [], records: [], result: [] };
      const { writes, change } = memberRemoval(orgId, member);
      const job = owner && cards.length > 0 ? { userId, heirId: owner.userId } : undefined;
      const handOver = job && operationCreation(orgId, "handOver", job, { userId }, clock);
      const of = { userId, address: hashedAddress(email), avatarId: member.avatarId, handOverId: handOver?.operationId ?? null };
      const erasure = operationCreation(orgId, "erasure", of, { userId }, clock);
      return {
        writes: [...writes, erasure.write, ...(handOver ? [handOver.write] : [])],
        records: [{ changes: [change], batchId: erasure.operationId }],
        result: [erasure.operationId, ...(handOver ? [handOver.operationId] : [])],
      };
    },
    null,
  );
  await Promise.all([...operationIds.map((id) => requestRun(orgId, id)), disconnectMember(orgId, userId, clock)]);
}

/** A ZIP of all that is known of oneself; an operation of the organization one is in, whose file one fetches. */
const exportOwn = procedure({
  name: "account.export",
  kind: "mutation",
  input: z.object({}),
  can: { member: "one's own data" },
  whileImpersonating: false,
  async run(_, context): Promise<{ operationId: OperationId }> {
    const { orgId } = context.principal;
    return { operationId: await startOperation(orgId, "ownExport", {}, starterOf(context), context.clock) };
  },
});

export const accountProcedures = [ending, exportOwn, remove] as const;
