import { commit, remove } from "../data/commit.ts";
import { countAttempt, hashPassword, admit, type SignedIn } from "../identity/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { type CallContext, procedure } from "../kernel/procedure.ts";
import { findOrganization, membershipWrites, organizationCookie } from "../organizations/index.ts";
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

/** Joins as whom one is signed in as; only the address that was invited may. */
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
 * Makes the account of an address that has none, and joins: whoever has the link has read the mail. One that has an account signs in to it, since a link
 * that lies in a mailbox for a week is too little to open it; that is told to nobody but the link's reader.
 */
const acceptAsNew = procedure({
  name: "invitations.acceptAsNew",
  kind: "mutation",
  input: AcceptAsNewInput,
  can: invited,
  async run({ token, name, password, language }, context): Promise<SignedIn> {
    const { email, orgId } = await invitationBy(token, context.clock);
    if (!(await findOrganization(orgId))) throw linkOver();
    await countAttempt("signUp", email, context.client.address, context.clock);
    if (await findUserByEmail(email)) throw new KartisError("CONFLICT", { messageKey: "errors.signInToAccept" });
    const userId = await createUser({ email, name, language, passwordHash: await hashPassword(password) }, context.clock);
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
      writes: [remove(used.params(), "replan"), ...membershipWrites(orgId, organization.name, user, { ...place, invitedAt }, at)],
      records: [
        {
          changes: [
            {
              action: "member.add",
              subject: { kind: "member", id: user.id },
              version: 1,
              before: null,
              // The seat it has was the invitation's.
              after: { name: user.name, email, ...place, invitationId },
            },
          ],
        },
      ],
      result: undefined,
    };
  });
  context.setCookie({ name: organizationCookie, value: orgId, maxAgeSeconds: 365 * 86_400 });
  return { orgId };
}

export const acceptanceProcedures = [find, accept, acceptAsNew] as const;
