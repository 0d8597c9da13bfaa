/*
 * Signing in and out. Owns: sessions, one-time codes, counts of attempts.
 * Invariant: nothing here tells a stranger whether an address has an account, except signing up with it.
 * Not journalled: none of it belongs to an organization.
 */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { translator } from "@kartis/i18n/translate.ts";
import * as z from "zod";
import { reportFailure } from "../data/consumer.ts";
import { isFailedCondition } from "../data/entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { UserId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { sendMail } from "../mail/index.ts";
import { findMembership, findOrganization, membershipsOf, organizationCookie } from "../organizations/index.ts";
import { createUser, findUser, findUserByEmail, updateUser } from "../users/index.ts";
import { countAttempt } from "./attempts.ts";
import { codeEntity } from "./entity.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { RequestCodeInput, SignInInput, SignInWithCodeInput, SignUpInput, SwitchInput, UpdateMeInput } from "./schema.ts";
import { endSession, startSession } from "./sessions.ts";

export { countAttempt } from "./attempts.ts";
export { hashPassword } from "./password.ts";
export { authenticate, sessionCookie } from "./sessions.ts";

const strangers = { everyone: "who signs in is nobody yet" } as const;

const signUp = procedure({
  name: "identity.signUp",
  kind: "mutation",
  input: SignUpInput,
  can: strangers,
  async run({ email, name, password, language }, context): Promise<{ userId: UserId }> {
    await countAttempt("signUp", email, context.client.address, context.clock);
    const userId = await createUser({ email, name, language, passwordHash: await hashPassword(password) }, context.clock);
    await startSession(userId, context);
    return { userId };
  },
});

const refused = () => new KartisError("UNAUTHORIZED", { messageKey: "errors.signInFailed" });

const signIn = procedure({
  name: "identity.signIn",
  kind: "mutation",
  input: SignInInput,
  can: strangers,
  async run({ email, password }, context): Promise<{ userId: UserId }> {
    await countAttempt("signIn", email, context.client.address, context.clock);
    const user = await findUserByEmail(email);
    if (!(await verifyPassword(password, user?.passwordHash)) || !user) throw refused();
    await startSession(user.id, context);
    return { userId: user.id };
  },
});

const codeSeconds = 10 * 60;
const codeAttempts = 5;
/** What asking for a code takes at least: longer than SES usually does. */
const answerMs = 600;
const codeHash = (email: string, code: string) => createHash("sha256").update(`${email}\n${code}`).digest("base64url");

const requestCode = procedure({
  name: "identity.requestCode",
  kind: "mutation",
  input: RequestCodeInput,
  can: strangers,
  async run({ email }, context): Promise<{ sent: true }> {
    await countAttempt("code", email, context.client.address, context.clock);
    // Neither how long mailing takes nor whether it fails is to tell a stranger that there was somebody to mail to.
    const mailed = mailCode(email, context.clock).catch((error: unknown) => reportFailure("identity.requestCode", error));
    await Promise.all([mailed, delay(answerMs)]);
    return { sent: true };
  },
});

async function mailCode(email: string, clock: Clock): Promise<void> {
  const user = await findUserByEmail(email);
  if (!user) return;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = Math.floor(clock.now() / 1000) + codeSeconds;
  await codeEntity()
    .put({ email, codeHash: codeHash(email, code), attempts: 0, expiresAt })
    .go();
  const t = await translator(user.language);
  await sendMail({
    to: email,
    subject: t("mail.code.subject", { code }),
    text: t("mail.code.text", { name: user.name, code, minutes: codeSeconds / 60 }),
  });
}

const signInWithCode = procedure({
  name: "identity.signInWithCode",
  kind: "mutation",
  input: SignInWithCodeInput,
  can: strangers,
  async run({ email, code }, context): Promise<{ userId: UserId }> {
    await countAttempt("signIn", email, context.client.address, context.clock);
    const wrong = () => new KartisError("UNAUTHORIZED", { messageKey: "errors.codeWrong" });
    const { data: stored } = await codeEntity().get({ email }).go({ consistent: true });
    if (!stored || stored.expiresAt * 1000 <= context.clock.now() || stored.attempts >= codeAttempts) throw wrong();
    if (!timingSafeEqual(Buffer.from(stored.codeHash), Buffer.from(codeHash(email, code)))) {
      await codeEntity().update({ email }).add({ attempts: 1 }).go();
      throw wrong();
    }
    const user = await findUserByEmail(email);
    if (!user) throw wrong();
    try {
      // Used once: of two who send it at the same time, one removes it.
      await codeEntity()
        .remove({ email })
        .where((attribute, { eq }) => eq(attribute.codeHash, stored.codeHash))
        .go();
    } catch (error) {
      throw isFailedCondition(error) ? wrong() : error;
    }
    await startSession(user.id, context);
    return { userId: user.id };
  },
});

const signInOptions = procedure({
  name: "identity.signInOptions",
  kind: "query",
  input: z.object({}),
  can: strangers,
  run: async () => ({ google: false }),
});

const signOut = procedure({
  name: "identity.signOut",
  kind: "mutation",
  input: z.object({}),
  can: { signedIn: "one's own session" },
  async run(_, context) {
    await endSession(context.actor.sessionId, context);
    return { ok: true };
  },
});

const me = procedure({
  name: "identity.me",
  kind: "query",
  input: z.object({}),
  can: { signedIn: "one's own name, organizations and rights" },
  async run(_, { actor }) {
    const orgId = actor.membership?.orgId;
    const [user, organization, memberships] = await Promise.all([
      findUser(actor.userId),
      orgId ? findOrganization(orgId) : undefined,
      membershipsOf(actor.userId),
    ]);
    if (!user) throw new KartisError("UNAUTHORIZED");
    return {
      user: { id: user.id, name: user.name, email: user.email, language: user.language },
      organization: organization ?? null,
      plan: actor.membership?.plan ?? null,
      memberships,
      permissions: actor.membership?.grants ?? {},
    };
  },
});

const updateMe = procedure({
  name: "identity.updateMe",
  kind: "mutation",
  input: UpdateMeInput,
  can: { signedIn: "one's own profile" },
  async run(changes, { actor }) {
    await updateUser(actor.userId, changes);
    return { ok: true };
  },
});

const switchOrganization = procedure({
  name: "identity.switchOrganization",
  kind: "mutation",
  input: SwitchInput,
  can: { signedIn: "one's own choice among one's organizations" },
  async run({ orgId }, context) {
    if (!(await findMembership(context.actor.userId, orgId))) throw new KartisError("NOT_FOUND");
    context.setCookie({ name: organizationCookie, value: orgId, maxAgeSeconds: 365 * 86_400 });
    return { orgId };
  },
});

export const identityProcedures = [
  signUp,
  signIn,
  requestCode,
  signInWithCode,
  signOut,
  signInOptions,
  me,
  updateMe,
  switchOrganization,
] as const;
