import { translator } from "@kartis/i18n/translate.ts";
import * as z from "zod";
import { commit, commitContextOf, put, remove, update, type Write } from "../data/commit.ts";
import { reportFailure } from "../data/consumer.ts";
import type { Change } from "../data/journal.ts";
import { env } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, newId, type OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { sendMail } from "../mail/index.ts";
import { findOrganization, membersOf, requireAdministrator, roleCounted } from "../organizations/index.ts";
import { commitMetered } from "../plans/index.ts";
import { findUser } from "../users/index.ts";
import { invitationEntity } from "./entity.ts";
import { type Invitation, InvitationRef, type Invited, InviteInput } from "./schema.ts";
import { addressOf, endOf, findInvitation, invitationsOf, isOver, newToken, shown, type StoredInvitation } from "./store.ts";

/** Between two mails to the same address. */
const resendMinutes = 5;

const subjectOf = (id: string): Change["subject"] => ({ kind: "invitation", id });
const told = ({ email, systemRole, roleId }: Pick<StoredInvitation, "email" | "systemRole" | "roleId">) => ({
  email,
  systemRole,
  roleId: roleId ?? null,
});

/** Takes the invitation away, or only lets its seat go when it has expired, for a `commit()` that has read it. */
function ending(item: StoredInvitation, how: "revoke" | "expire"): { writes: Write[]; change: Change } {
  const { orgId, address, version, roleId, isHeld } = item;
  const key = { orgId, kind: "invitation", address };
  const unchanged = invitationEntity();
  const write =
    how === "revoke"
      ? remove(
          unchanged
            .remove(key)
            .where((attribute, { eq }) => eq(attribute.version, version))
            .params(),
          "replan",
        )
      : update(
          unchanged
            .patch(key)
            .set({ isHeld: false, version: version + 1 })
            .where((attribute, { eq }) => eq(attribute.version, version))
            .params(),
          "replan",
        );
  const isCounted = isHeld && isId("rol", roleId) && isId("org", orgId);
  return {
    writes: [write, ...(isCounted ? [roleCounted(orgId, roleId, -1)] : [])],
    change: {
      action: how === "revoke" ? "invitation.revoke" : "invitation.expire",
      subject: subjectOf(item.invitationId),
      version: version + 1,
      before: told(item),
      after: null,
    },
  };
}

/** Those that have expired give their seats back before others are counted against them. */
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
    const { result } = await commitMetered(commitContextOf(context), async (at) => {
      const [members, invitations] = await Promise.all([membersOf(orgId), invitationsOf(orgId)]);
      const isMember = new Set(members.map(({ email }) => email));
      const earlier = new Map(invitations.map((item) => [item.email, item]));
      const outcomeOf = (email: string): Invited["outcome"] =>
        isMember.has(email) ? "member" : earlier.get(email)?.isHeld ? "invitedBefore" : "invited";
      const outcomes = [...tokens.keys()].map((email) => ({ email, outcome: outcomeOf(email) }));
      const writes: Write[] = [];
      const changes: Change[] = [];
      for (const { email, outcome } of outcomes) {
        const token = tokens.get(email);
        if (outcome !== "invited" || !token) continue;
        const before = earlier.get(email);
        const invitationId = before?.invitationId ?? newId("inv", context.clock.now());
        const version = (before?.version ?? 0) + 1;
        const item = {
          orgId,
          kind: "invitation",
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
        writes.push(put(written.params(), "replan"));
        changes.push({ action: "inviteUser", subject: subjectOf(invitationId), version, before: null, after: told(item) });
      }
      if (roleId && changes.length > 0) writes.push(roleCounted(orgId, roleId, changes.length));
      return { writes, records: changes.length > 0 ? [{ changes }] : [], result: outcomes };
    });
    return Promise.all(
      result.map(async ({ email, outcome }): Promise<Invited> => {
        const token = tokens.get(email)?.token;
        if (outcome !== "invited" || !token) return { email, outcome };
        return { email, outcome: (await mailed(email, language, token, context)) ? "invited" : "notMailed" };
      }),
    );
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
    const { token, tokenHash } = newToken(orgId, email);
    const { result: language } = await commitMetered(commitContextOf(context), async (at) => {
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
        .set({ version, tokenHash, sentAt: at, endsAt: endOf(context.clock), isHeld: true })
        .where((attribute, { eq }) => eq(attribute.version, item.version));
      const isCounted = !item.isHeld && isId("rol", item.roleId);
      return {
        writes: [
          update(sent.params(), "replan"),
          ...(isCounted && isId("rol", item.roleId) ? [roleCounted(orgId, item.roleId, 1)] : []),
        ],
        records: [
          {
            changes: [
              // One that had let its seat go takes one again, as a new one would.
              {
                action: item.isHeld ? "invitation.resend" : "inviteUser",
                subject: subjectOf(item.invitationId),
                version,
                before: null,
                after: told(item),
              },
            ],
          },
        ],
        result: item.language,
      };
    });
    if (!(await mailed(email, language, token, context)))
      throw new KartisError("SERVICE_UNAVAILABLE", { messageKey: "errors.notMailed" });
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
      return { held: item.isHeld, plan: { writes, records: [{ changes: [change] }], result: undefined } };
    };
    // One that has let its seat go already has none to give back.
    const { held } = await revoked();
    const commitIt = held ? commitMetered : commit;
    await commitIt(commitContextOf(context), async () => (await revoked()).plan);
    return { ok: true };
  },
});

/** Mails the link in the language chosen for it. @returns false when it could not be handed over, which the log tells. */
async function mailed(
  email: string,
  language: StoredInvitation["language"],
  token: string,
  context: OrgContext,
): Promise<boolean> {
  const { orgId, userId } = context.principal;
  try {
    const [t, organization, inviter] = await Promise.all([
      translator(language),
      findOrganization(orgId),
      userId ? findUser(userId) : undefined,
    ]);
    const words = {
      organization: organization?.name ?? "",
      name: inviter?.name ?? "",
      link: `${env("PUBLIC_ORIGIN")}/invitations/${token}`,
    };
    await sendMail({ to: email, subject: t("mail.invitation.subject", words), text: t("mail.invitation.text", words) });
    return true;
  } catch (error) {
    reportFailure("members.invite", error);
    return false;
  }
}

export const invitationProcedures = [list, invite, resend, revoke] as const;
