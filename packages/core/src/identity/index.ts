/*
 * Signing in and out. Owns: sessions, one-time codes, second factors, passkeys, sign-ups not yet confirmed, counts of attempts.
 * Invariant: an account is only made for an address whose mail was read; nothing here tells a stranger whether an address has one.
 * Not journalled: none of it belongs to an organization.
 */
import * as z from "zod";
import { KartisError } from "../kernel/error.ts";
import type { Clock } from "../kernel/clock.ts";
import type { SessionId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import {
  findMember,
  findMembership,
  findOrganization,
  noteVisitor,
  organizationCookie,
  organizationsOpenTo,
} from "../organizations/index.ts";
import { findUser, findUserByEmail, setPasswordHash } from "../users/index.ts";
import { countAttempt } from "./attempts.ts";
import { codeProcedures } from "./codes.ts";
import { hasGoogle } from "./google-settings.ts";
import { ownPasskeyProcedures } from "./passkeys/own.ts";
import { passkeySignInProcedures } from "./passkeys/sign-in.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { mailSecurityNotice } from "./security-notice.ts";
import { ChangePasswordInput, SignInInput, SwitchInput } from "./schema.ts";
import { endSession, endSessionOf, endSessionsOf, type Session, sessionsOf } from "./sessions.ts";
import { admit, secondFactorProcedures, type SignedIn } from "./second-factor.ts";
import { signUpProcedures } from "./sign-up.ts";
import { strangers } from "./strangers.ts";

export { countAttempt } from "./attempts.ts";
export { admit, type SignedIn } from "./second-factor.ts";
export { forgetSignIn } from "./forget.ts";
export { hashPassword } from "./password.ts";
export { type Proof, proofKindOf, ProofSchema, requireProof } from "./proof.ts";
export { deviceCookie } from "./devices.ts";
export { authenticate, endImpersonation, endSessionsOf, sessionCookie, startImpersonation } from "./sessions.ts";

/** Signing in with Google: code that few calls need. */
export const googleSignIn = () => import("./google.ts");

const refused = () => new KartisError("UNAUTHORIZED", { messageKey: "errors.signInFailed" });

const signIn = procedure({
  name: "identity.signIn",
  kind: "mutation",
  input: SignInInput,
  can: strangers,
  async run({ email, password }, context): Promise<SignedIn> {
    const { address } = context.client;
    await countAttempt("signIn", email, address, context.clock, () => hasSignedInFrom(email, address, context.clock));
    const user = await findUserByEmail(email);
    if (!(await verifyPassword(password, user?.passwordHash)) || !user) throw refused();
    return admit(user.id, context);
  },
});

async function hasSignedInFrom(email: string, address: string, clock: Clock): Promise<boolean> {
  const user = await findUserByEmail(email);
  return user !== undefined && (await sessionsOf(user.id, null, clock)).some((session) => session.address === address);
}

const signInOptions = procedure({
  name: "identity.signInOptions",
  kind: "query",
  input: z.object({}),
  can: strangers,
  run: async () => ({ google: hasGoogle() }),
});

const signOut = procedure({
  name: "identity.signOut",
  kind: "mutation",
  input: z.object({}),
  can: { signedIn: "one's own session" },
  whileImpersonating: true,
  async run(_, context) {
    await endSession(context.actor.sessionId, context);
    return { ok: true };
  },
});

const sessions = procedure({
  name: "identity.sessions",
  kind: "query",
  input: z.object({}),
  can: { signedIn: "one's own devices" },
  run: async (_, { actor, clock }): Promise<Session[]> => sessionsOf(actor.userId, actor.sessionId, clock),
});

const endOne = procedure({
  name: "identity.endSession",
  kind: "mutation",
  input: z.object({
    sessionId: z.custom<SessionId>((value) => typeof value === "string" && value.startsWith("ses_"), "validation.type"),
  }),
  can: { signedIn: "one's own devices" },
  async run({ sessionId }, { actor }): Promise<{ ok: true }> {
    await endSessionOf(actor.userId, sessionId);
    return { ok: true };
  },
});

const endOthers = procedure({
  name: "identity.endOtherSessions",
  kind: "mutation",
  input: z.object({}),
  can: { signedIn: "one's own devices" },
  async run(_, { actor }): Promise<{ ok: true }> {
    await endSessionsOf(actor.userId, actor.sessionId);
    return { ok: true };
  },
});

const me = procedure({
  name: "identity.me",
  kind: "query",
  input: z.object({}),
  can: { signedIn: "one's own name, organizations and rights" },
  whileImpersonating: true,
  async run(_, { actor }) {
    const orgId = actor.membership?.orgId;
    const [user, organization, memberships, member] = await Promise.all([
      findUser(actor.userId),
      orgId ? findOrganization(orgId) : undefined,
      organizationsOpenTo(actor.userId),
      orgId ? findMember(orgId, actor.userId) : undefined,
    ]);
    if (!user) throw new KartisError("UNAUTHORIZED");
    return {
      user: { id: user.id, name: user.name, email: user.email, language: user.language, avatarId: member?.avatarId ?? null },
      organization: organization ?? null,
      plan: actor.membership?.plan ?? null,
      /** Flags that are on here. */
      features: actor.membership?.features ?? [],
      memberships,
      permissions: actor.membership?.grants ?? {},
      roleId: actor.membership?.roleId ?? null,
      systemRole: actor.membership?.systemRole ?? null,
      /** Set while they work in a child of an organization of theirs, without being a member of it. */
      through: actor.membership?.through ?? null,
      /** Set while they look at the organization with a role's eyes. */
      viewAs: actor.membership?.viewAs ?? null,
      /** Set while a platform admin acts as this person: until when. */
      impersonatedUntil: actor.impersonation?.until ?? null,
      /** Whether the admin console is theirs. */
      isPlatformAdmin: actor.isPlatformAdmin ?? false,
    };
  },
});

const changePassword = procedure({
  name: "identity.changePassword",
  kind: "mutation",
  input: ChangePasswordInput,
  can: { signedIn: "one's own password, for whoever knows it" },
  /** Every other session ends: whoever knew the old password may have one. INVALID_INPUT names `currentPassword` when it is not the present one. */
  async run({ currentPassword, password }, { actor, client, clock }): Promise<{ ok: true }> {
    const { userId, sessionId } = actor;
    await countAttempt("signIn", userId, client.address, clock);
    const user = await findUser(userId);
    if (!user || !(await verifyPassword(currentPassword, user.passwordHash)))
      throw new KartisError("INVALID_INPUT", { fields: { currentPassword: "validation.wrongPassword" } });
    await setPasswordHash(userId, await hashPassword(password));
    await endSessionsOf(userId, sessionId);
    await mailSecurityNotice("passwordChanged", user, {}, { client, clock });
    return { ok: true };
  },
});

const switchOrganization = procedure({
  name: "identity.switchOrganization",
  kind: "mutation",
  input: SwitchInput,
  can: { signedIn: "one's own choice among one's organizations" },
  async run({ orgId }, context) {
    const membership = await findMembership(context.actor.userId, orgId);
    if (!membership) throw new KartisError("NOT_FOUND");
    if (membership.through) await noteVisitor(orgId, context.actor.userId, membership.through, context.clock);
    context.setCookie({ name: organizationCookie, value: orgId, maxAgeSeconds: 365 * 86_400 });
    return { orgId };
  },
});

export const identityProcedures = [
  ...signUpProcedures,
  signIn,
  ...codeProcedures,
  ...secondFactorProcedures,
  ...passkeySignInProcedures,
  ...ownPasskeyProcedures,
  signOut,
  signInOptions,
  sessions,
  endOne,
  endOthers,
  me,
  changePassword,
  switchOrganization,
] as const;
