import { commit, remove } from "../data/commit.ts";
import { admit, countFailure, hashPassword, requireUncommon, type SignedIn } from "../identity/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { type CallContext, procedure } from "../kernel/procedure.ts";
import { findOrganization, membershipWrites, organizationChoice } from "../organizations/index.ts";
import { createUser, findUser, findUserByEmail, type User } from "../users/index.ts";
import { invitationEntity } from "./entity.ts";
import { AcceptAsNewInput, type OpenInvitation, TokenInput } from "./schema.ts";
import { invitationBy, linkOver } from "./store.ts";

const invited = { everyone: "who was invited is known by the link alone" } as const;

const find = procedure({
  name: "invitations.find",
  kind: "query",
  input: TokenInput,
  can: invited,
  async run({ token }, { clock }): Promise<OpenInvitation> {
    const { orgId, email, invitedBy } = await invitationBy(token, clock);
    const [organization, inviter] = await Promise.all([
      findOrganization(orgId),
      isId("usr", invitedBy) ? findUser(invitedBy) : undefined,
    ]);
    if (!organization) throw linkOver();
    return { organizationName: organization.name, inviterName: inviter?.name ?? null, email };
  },
});

/** Joins with the signed-in account, whose address must be the invited one. */
const accept = procedure({
  name: "invitations.accept",
  kind: "mutation",
  input: TokenInput,
  can: { signedIn: "the link and the address say who was invited" },
  async run({ token }, context): Promise<{ orgId: OrgId }> {
    const user = await findUser(context.actor.userId);
    if (!user) throw new KartisError("UNAUTHORIZED");
    return join(token, user, context.actor, context);
  },
});

/**
 * Creates the account of an address that has none, and joins: whoever has the link has read the mail. An address with an account has to sign in to it, since a
 * link that lies in a mailbox for a week is not enough to open it; only the link's reader learns that there is one.
 */
const acceptAsNew = procedure({
  name: "invitations.acceptAsNew",
  kind: "mutation",
  input: AcceptAsNewInput,
  can: invited,
  async run({ token, name, password, language }, context): Promise<SignedIn> {
    const { email, orgId } = await invitationBy(token, context.clock);
    if (!(await findOrganization(orgId))) throw linkOver();
    await requireUncommon(password);
    const userId = await countFailure("signUp", { email }, context, async () => {
      if (await findUserByEmail(email)) throw new KartisError("CONFLICT", { messageKey: "errors.signInToAccept" });
      return createUser({ email, name, language, passwordHash: await hashPassword(password) }, context.clock);
    });
    const actor: Actor = { kind: "system", orgId: null, reason: "invitation" };
    await join(token, { id: userId, name, email, language }, actor, context);
    return admit(userId, context);
  },
});

async function join(token: string, user: User, actor: Actor, context: CallContext): Promise<{ orgId: OrgId }> {
  const { clock, requestId, origin } = context;
  const { orgId } = await invitationBy(token, clock);
  await commit({ orgId, actor, clock, requestId, origin }, async (at) => {
    const { address, email, version, systemRole, roleId, invitedAt, invitationId } = await invitationBy(token, clock);
    if (email !== user.email) throw new KartisError("FORBIDDEN", { messageKey: "errors.invitedAnother", params: { email } });
    const organization = await findOrganization(orgId);
    if (!organization) throw linkOver();
    const place = { systemRole, roleId: isId("rol", roleId) ? roleId : null };
    const used = invitationEntity()
      .remove({ orgId, kind: "invitation", address })
      .where((attribute, { eq }) => eq(attribute.version, version));
    return {
      writes: [remove(used.params(), "stale"), ...membershipWrites(orgId, organization.name, user, { ...place, invitedAt }, at)],
      records: [
        {
          changes: [
            {
              action: "member.add",
              subject: { kind: "member", id: user.id },
              version: 1,
              before: null,
              // The invitation's seat becomes the member's.
              after: { name: user.name, email, ...place, invitationId },
            },
          ],
        },
      ],
      result: undefined,
    };
  });
  context.setCookie(organizationChoice(orgId));
  return { orgId };
}

export const acceptanceProcedures = [find, accept, acceptAsNew] as const;
