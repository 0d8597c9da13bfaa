/*
 * A person's own account: exporting everything known about them, and deleting it. Owns nothing: identity, users and organizations do.
 * Invariant: an account is gone only when no organization has its person as a member; what they did in an organization stays on record, under no name.
 * Records: member.remove in each organization; personal-data decides what becomes of names there.
 */
import * as z from "zod";
import { commitContextOf } from "../data/commit.ts";
import { forgetSignIn, type Proof, proofKindOf, ProofSchema, requireProof, sessionCookie } from "../identity/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { OperationId, OrgId, UserId } from "../kernel/id.ts";
import { procedure, type SignedInContext } from "../kernel/procedure.ts";
import { handOverOperation, holdingsOf, isHolding } from "../members/index.ts";
import { operationStart, startOperation, starterOf } from "../operations/index.ts";
import { operationType } from "../operations/schema.ts";
import { findMember, forgetVisits, memberRemoval, membersOf, membershipsOf, organizationCookie } from "../organizations/index.ts";
import { erasureOperation, hashedAddress } from "../personal-data/schema.ts";
import { commitMetered } from "../plans/index.ts";
import { disconnectMember } from "../realtime/index.ts";
import { findUser, removeUser } from "../users/index.ts";

const oneself = { signedIn: "one's own account" } as const;

interface Ending {
  /** Organizations that would be left without an owner: they must be handed over or deleted first. */
  readonly owned: readonly string[];
  /** Organizations the person would leave. */
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
  /** Shows what deleting the caller's account would do, and how they can prove their identity for it. */
  async run(_, { actor: { userId } }): Promise<Ending> {
    const [user, { owned, left }] = await Promise.all([findUser(userId), endingOf(userId)]);
    if (!user) throw new KartisError("UNAUTHORIZED");
    return { owned, left: left.map(({ name }) => name), proof: await proofKindOf(user) };
  },
});

/**
 * Leaves every organization, cards going to its owner, and ends the account: sessions, second factors, passkeys, name and address, which becomes free again. If
 * interrupted, the account still exists and the call can be repeated. Throws PRECONDITION_FAILED naming the organizations the person owns, and whatever
 * `requireProof` throws.
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
  await commitMetered(
    { orgId, actor, clock, requestId, origin },
    async () => {
      const [member, holds] = await Promise.all([findMember(orgId, userId), holdingsOf(orgId, userId, clock)]);
      if (!member) return { writes: [], records: [], result: undefined };
      const { writes, change } = memberRemoval(orgId, member);
      const job = owner && isHolding(holds) ? { userId, heirId: owner.userId } : undefined;
      const handOver = job && operationStart(orgId, handOverOperation, job, { userId }, clock);
      const of = { userId, address: hashedAddress(email), avatarId: member.avatarId };
      const erasure = operationStart(orgId, erasureOperation, of, { userId }, clock);
      return {
        writes: [...writes, erasure.write, ...(handOver ? [handOver.write] : [])],
        records: [{ changes: [change], batchId: erasure.operationId }, erasure.record, ...(handOver ? [handOver.record] : [])],
        result: undefined,
      };
    },
    null,
  );
  await disconnectMember(orgId, userId, clock);
}

/** Needs no input: it is about the person who starts it. */
const ownExportOperation = operationType("ownExport", z.object({}));

/** A ZIP of everything known about the caller, made by an operation of their current organization, which serves the file. */
const exportOwn = procedure({
  name: "account.export",
  kind: "mutation",
  input: z.object({}),
  can: { member: "one's own data" },
  // Runs before the account goes, since the person's file goes with it.
  plan: "any",
  whileImpersonating: false,
  async run(_, context): Promise<{ operationId: OperationId }> {
    return { operationId: await startOperation(commitContextOf(context), ownExportOperation, {}, starterOf(context)) };
  },
});

export const accountProcedures = [ending, exportOwn, remove] as const;
