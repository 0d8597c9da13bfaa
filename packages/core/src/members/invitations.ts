import * as z from "zod";
import { type ChangeSet, commit, commitContextOf, put, remove, update, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, newId, type OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { membersOf, requireAdministrator, roleCounted } from "../organizations/index.ts";
import { type Intent, intentions } from "../outbound/index.ts";
import { commitMetered } from "../plans/index.ts";
import { invitationEntity } from "./entity.ts";
import { linkMail } from "./invitation-mail.ts";
import { type Invitation, InvitationRef, type Invited, InviteInput } from "./schema.ts";
import { addressOf, endOf, findInvitation, invitationsOf, isOver, newToken, shown, type StoredInvitation } from "./store.ts";

/** Minimum time between two mails to the same address. */
const resendMinutes = 5;

const subjectOf = (id: string): Change["subject"] => ({ kind: "invitation", id });
const recordedValues = ({ email, systemRole, roleId }: Pick<StoredInvitation, "email" | "systemRole" | "roleId">) => ({
  email,
  systemRole,
  roleId: roleId ?? null,
});

/** Removes the invitation, or only releases its seat when it has expired, for a `commit()` that has read it. */
function ending(item: StoredInvitation, how: "revoke" | "expire"): { writes: Write[]; change: Change } {
  const { orgId, address, version, roleId, isHeld } = item;
  const key = { orgId, kind: "invitation" as const, address };
  const unchanged = invitationEntity();
  const write =
    how === "revoke"
      ? remove(
          unchanged
            .remove(key)
            .where((attribute, { eq }) => eq(attribute.version, version))
            .params(),
          "stale",
        )
      : update(
          unchanged
            .patch(key)
            .set({ isHeld: false, version: version + 1 })
            .where((attribute, { eq }) => eq(attribute.version, version))
            .params(),
          "stale",
        );
  const isCounted = isHeld && isId("rol", roleId) && isId("org", orgId);
  return {
    writes: [write, ...(isCounted ? [roleCounted(orgId, roleId, -1)] : [])],
    change: {
      action: how === "revoke" ? "invitation.revoke" : "invitation.expire",
      subject: subjectOf(item.invitationId),
      version: version + 1,
      before: recordedValues(item),
      after: null,
    },
  };
}

/** Expired ones release their seats before others are counted against them. */
async function releaseExpired(orgId: OrgId, context: OrgContext): Promise<void> {
  const expired = (await invitationsOf(orgId)).filter((item) => item.isHeld && isOver(item, context.clock));
  for (const { email } of expired) {
    await commitMetered(commitContextOf(context), async () => {
      const item = await findInvitation(orgId, email);
      if (!item?.isHeld || !isOver(item, context.clock)) return { writes: [], records: [], result: undefined };
      const { writes, change } = ending(item, "expire");
      return { writes, records: [{ changes: [change] }], result: undefined };
    });
  }
}

const list = procedure({
  name: "members.invitations",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  run: async (_, { principal, clock }): Promise<Invitation[]> =>
    (await invitationsOf(principal.orgId))
      .map((item) => shown(item, clock))
      .toSorted((a, b) => b.invitedAt.localeCompare(a.invitedAt)),
});

const invite = procedure({
  name: "members.invite",
  kind: "mutation",
  input: InviteInput,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  async run({ emails, systemRole, roleId, language }, context): Promise<Invited[]> {
    requireAdministrator(context);
    const { orgId, userId } = context.principal;
    await releaseExpired(orgId, context);
    const tokens = new Map(emails.map((email) => [email, newToken(orgId, email)]));
    const { result } = await commitMetered(commitContextOf(context), async (at): Promise<ChangeSet<Invited[]>> => {
      const [members, invitations] = await Promise.all([membersOf(orgId), invitationsOf(orgId)]);
      const isMember = new Set(members.map(({ email }) => email));
      const earlier = new Map(invitations.map((item) => [item.email, item]));
      const outcomeOf = (email: string): Invited["outcome"] =>
        isMember.has(email) ? "member" : earlier.get(email)?.isHeld ? "invitedBefore" : "invited";
      const outcomes = [...tokens.keys()].map((email) => ({ email, outcome: outcomeOf(email) }));
      const writes: Write[] = [];
      const changes: Change[] = [];
      const intents: Intent[] = [];
      for (const { email, outcome } of outcomes) {
        const token = tokens.get(email);
        if (outcome !== "invited" || !token) continue;
        const before = earlier.get(email);
        const invitationId = before?.invitationId ?? newId("inv", context.clock.now());
        const version = (before?.version ?? 0) + 1;
        const item = {
          orgId,
          kind: "invitation" as const,
          address: addressOf(email),
          invitationId,
          version,
          email,
          systemRole,
          language,
          ...(roleId ? { roleId } : {}),
          ...(userId ? { invitedBy: userId } : {}),
          invitedAt: at,
          sentAt: at,
          tokenHash: token.tokenHash,
          endsAt: endOf(context.clock),
          isHeld: true,
        };
        const written = invitationEntity()
          .put(item)
          .where((attribute, { eq, notExists }) =>
            before ? eq(attribute.version, before.version) : notExists(attribute.version),
          );
        writes.push(put(written.params(), "stale"));
        changes.push({
          action: "inviteUser",
          subject: subjectOf(invitationId),
          version,
          before: null,
          after: recordedValues(item),
        });
        intents.push(linkMail(item, token));
      }
      if (roleId && changes.length > 0) writes.push(roleCounted(orgId, roleId, changes.length));
      const mails = intentions(orgId, intents, context.clock);
      return {
        writes: [...writes, ...mails.writes],
        records: changes.length > 0 ? [{ changes }, ...mails.records] : [],
        result: outcomes,
      };
    });
    return result;
  },
});

const resend = procedure({
  name: "members.resendInvitation",
  kind: "mutation",
  input: InvitationRef,
  can: ["ORGANIZATION", "update"],
  async run({ email }, context): Promise<{ ok: true }> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    await releaseExpired(orgId, context);
    const token = newToken(orgId, email);
    await commitMetered(commitContextOf(context), async (at) => {
      const item = await findInvitation(orgId, email);
      if (!item) throw new KartisError("NOT_FOUND");
      const waitMs = Date.parse(item.sentAt) + resendMinutes * 60_000 - context.clock.now();
      if (waitMs > 0) {
        const minutes = Math.ceil(waitMs / 60_000);
        throw new KartisError("TOO_MANY_REQUESTS", { messageKey: "errors.sentJustNow", params: { minutes } });
      }
      const version = item.version + 1;
      const sent = invitationEntity()
        .patch({ orgId, kind: "invitation", address: item.address })
        .set({ version, tokenHash: token.tokenHash, sentAt: at, endsAt: endOf(context.clock), isHeld: true })
        .where((attribute, { eq }) => eq(attribute.version, item.version));
      const isCounted = !item.isHeld && isId("rol", item.roleId);
      const mail = intentions(orgId, [linkMail(item, token)], context.clock);
      return {
        writes: [
          update(sent.params(), "stale"),
          ...(isCounted && isId("rol", item.roleId) ? [roleCounted(orgId, item.roleId, 1)] : []),
          ...mail.writes,
        ],
        records: [
          {
            changes: [
              // One that has released its seat takes one again, like a new one.
              {
                action: item.isHeld ? "invitation.resend" : "inviteUser",
                subject: subjectOf(item.invitationId),
                version,
                before: null,
                after: recordedValues(item),
              },
            ],
          },
          ...mail.records,
        ],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

const revoke = procedure({
  name: "members.revokeInvitation",
  kind: "mutation",
  input: InvitationRef,
  can: ["ORGANIZATION", "update"],
  async run({ email }, context): Promise<{ ok: true }> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    await releaseExpired(orgId, context);
    const revoked = async () => {
      const item = await findInvitation(orgId, email);
      if (!item) throw new KartisError("NOT_FOUND");
      const { writes, change } = ending(item, "revoke");
      return { held: item.isHeld, changeSet: { writes, records: [{ changes: [change] }], result: undefined } };
    };
    // One that has already released its seat has none to give back.
    const { held } = await revoked();
    const commitIt = held ? commitMetered : commit;
    await commitIt(commitContextOf(context), async () => (await revoked()).changeSet);
    return { ok: true };
  },
});

export const invitationProcedures = [list, invite, resend, revoke] as const;
