/*
 * Signing in and out. Owns: sessions, one-time codes, second factors, passkeys, unconfirmed sign-ups, counts of attempts.
 * Invariant: an account is only created for an address whose mail was read; nothing here reveals to a stranger whether an address has one.
 * Not journalled: none of it belongs to an organization.
 */
import * as z from "zod";
import { hasGoogle } from "../google/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { SessionId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import {
  findMember,
  findMembership,
  findOrganization,
  noteVisitor,
  organizationChoice,
  organizationsOpenTo,
  roleGroupOf,
  suspendedIn,
} from "../organizations/index.ts";
import { findUser, findUserByEmail, setPasswordHash } from "../users/index.ts";
import { countFailure } from "./attempts.ts";
import { codeProcedures } from "./codes.ts";
import { requireUncommon } from "./common-passwords.ts";
import { ownPasskeyProcedures } from "./passkeys/own.ts";
import { passkeySignInProcedures } from "./passkeys/sign-in.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { mailSecurityNotice } from "./security-notice.ts";
import { ChangePasswordInput, SignInInput, SwitchInput } from "./schema.ts";
import { endSession, endSessionOf, endSessionsOf, type Session, sessionsOf } from "./sessions.ts";
import { admit, secondFactorProcedures, type SignedIn } from "./second-factor.ts";
import { signUpProcedures } from "./sign-up.ts";
import { strangers } from "./strangers.ts";

export {
  countAttempt,
  countFounding,
  countFailure,
  countLink,
  countDialling,
  countMemberCode,
  countSenderCode,
  countStranger,
  countSubmission,
} from "./attempts.ts";
export { requireUncommon } from "./common-passwords.ts";
export { admit, hasApp, type SignedIn, withApp } from "./second-factor.ts";
export { forgetSignIn } from "./forget.ts";
export { hashPassword } from "./password.ts";
export { findPush, forgetPushes, type Pushed, pushesOf, setPush } from "./pushes.ts";
export { type Proof, proofKindOf, ProofSchema, requireProof } from "./proof.ts";
export { deviceCookie } from "./devices.ts";
export { endImpersonation, startImpersonation } from "./impersonations/index.ts";
export { authenticate, endSessionsOf, sessionCookie } from "./sessions.ts";

/** Signing in with Google: code that few calls need. */
export const googleSignIn = () => import("./google.ts");

const refused = () => new KartisError("UNAUTHORIZED", { messageKey: "errors.signInFailed" });

const signIn = procedure({
  name: "identity.signIn",
  kind: "mutation",
  input: SignInInput,
  can: strangers,
  async run({ email, password }, context): Promise<SignedIn> {
    const { id } = await countFailure("signIn", { email }, context, async () => {
      const user = await findUserByEmail(email);
      if (!(await verifyPassword(password, user?.passwordHash)) || !user) throw refused();
      return user;
    });
    return admit(id, context);
  },
});

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
  hasPresetNames: true,
  whileImpersonating: true,
  async run(_, { actor }) {
    const { orgId, grants = {}, roleId } = actor.membership ?? {};
    const reachesGroup = Object.values(grants).includes("ROLE_GROUP");
    const [user, organization, memberships, member, roleGroup, suspended, gate] = await Promise.all([
      findUser(actor.userId),
      orgId ? findOrganization(orgId) : undefined,
      organizationsOpenTo(actor.userId),
      orgId ? findMember(orgId, actor.userId) : undefined,
      orgId && reachesGroup ? roleGroupOf(orgId, roleId) : [],
      orgId ? [] : suspendedIn(actor.userId),
      actor.twoStepFor ? findOrganization(actor.twoStepFor) : undefined,
    ]);
    if (!user) throw new KartisError("UNAUTHORIZED");
    return {
      user: { id: user.id, name: user.name, email: user.email, language: user.language, avatarId: member?.avatarId ?? null },
      organization: organization ?? null,
      plan: actor.membership?.plan ?? null,
      /** Flags that are on here. */
      features: actor.membership?.features ?? [],
      memberships,
      permissions: grants,
      roleId: roleId ?? null,
      systemRole: actor.membership?.systemRole ?? null,
      /** The people besides oneself that a permission at ROLE_GROUP level covers; empty where they have none. */
      roleGroup,
      /** For people who are in no organization now: those that suspended them, by name. */
      suspendedIn: suspended,
      /** The name of the organization that asks them to set up two-step sign-in before anything else. */
      twoStepFor: gate?.name ?? null,
      /** Set while they work in a child of one of their organizations, without being a member of it. */
      through: actor.membership?.through ?? null,
      /** Set while they preview the organization as a role sees it. */
      viewAs: actor.membership?.viewAs ?? null,
      /** Set while a platform admin acts as this person: until when. */
      impersonatedUntil: actor.impersonation?.until ?? null,
      /** Whether they may use the admin console. */
      isPlatformAdmin: actor.isPlatformAdmin ?? false,
    };
  },
});

const changePassword = procedure({
  name: "identity.changePassword",
  kind: "mutation",
  input: ChangePasswordInput,
  can: { signedIn: "one's own password, for whoever knows it" },
  /** Ends every other session: anyone who knew the old password may have one. INVALID_INPUT names `currentPassword` when it is wrong. */
  async run({ currentPassword, password }, { actor, client, clock }): Promise<{ ok: true }> {
    const { userId, sessionId } = actor;
    await requireUncommon(password);
    const user = await countFailure("signIn", { userId }, { client, clock }, async () => {
      const found = await findUser(userId);
      if (!found || !(await verifyPassword(currentPassword, found.passwordHash)))
        throw new KartisError("INVALID_INPUT", { fields: { currentPassword: "validation.wrongPassword" } });
      return found;
    });
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
    context.setCookie(organizationChoice(orgId));
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
