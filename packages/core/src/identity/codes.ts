import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { translator } from "@kartis/i18n/translate.ts";
import { reportFailure } from "../data/consumer.ts";
import { isFailedCondition } from "../data/entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { procedure } from "../kernel/procedure.ts";
import { sendMail } from "../mail/index.ts";
import { findUserByEmail, setPasswordHash, type User } from "../users/index.ts";
import { countAttempt } from "./attempts.ts";
import { codeEntity } from "./entity.ts";
import { hashPassword } from "./password.ts";
import { codeAttempts, wrongCode } from "./one-time.ts";
import { RequestCodeInput, ResetPasswordInput, SignInWithCodeInput } from "./schema.ts";
import { mailSecurityNotice } from "./security-notice.ts";
import { admit, type SignedIn } from "./second-factor.ts";
import { endSessionsOf } from "./sessions.ts";
import { strangers } from "./strangers.ts";

const codeSeconds = 10 * 60;
/** What asking for a code takes at least: longer than SES usually does. */
const answerMs = 600;

/** Of a code as it is stored; `salt` is what it belongs to, so that equal codes look different. */
const codeHash = (salt: string, code: string) => createHash("sha256").update(`${salt}\n${code}`).digest("base64url");

/** True when the code is the one that was hashed. */
export const isCode = (stored: string, salt: string, code: string): boolean =>
  timingSafeEqual(Buffer.from(stored), Buffer.from(codeHash(salt, code)));

/** A new code of six digits, with what is to be stored of it. */
export function newCode(
  salt: string,
  clock: Clock,
): { code: string; stored: { codeHash: string; attempts: number; expiresAt: number } } {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = Math.floor(clock.now() / 1000) + codeSeconds;
  return { code, stored: { codeHash: codeHash(salt, code), attempts: 0, expiresAt } };
}

/** Neither how long mailing takes nor whether it fails is to tell a stranger that there was somebody to mail to. */
export async function mailInSilence(name: string, mailing: Promise<void>): Promise<void> {
  await Promise.all([mailing.catch((error: unknown) => reportFailure(name, error)), delay(answerMs)]);
}

/** Mails the code in the language of whoever reads it. */
export async function mailCode({ email, name, language }: Omit<User, "id">, code: string): Promise<void> {
  const t = await translator(language);
  await sendMail({
    to: email,
    subject: t("mail.code.subject", { code }),
    text: t("mail.code.text", { name, code, minutes: codeSeconds / 60 }),
  });
}

const requestCode = procedure({
  name: "identity.requestCode",
  kind: "mutation",
  input: RequestCodeInput,
  can: strangers,
  async run({ email }, context): Promise<{ sent: true }> {
    await countAttempt("code", email, context.client.address, context.clock);
    await mailInSilence("identity.requestCode", giveCode(email, context.clock));
    return { sent: true };
  },
});

async function giveCode(email: string, clock: Clock): Promise<void> {
  const user = await findUserByEmail(email);
  if (!user) return;
  const { code, stored } = newCode(email, clock);
  await codeEntity()
    .put({ email, ...stored })
    .go();
  await mailCode(user, code);
}

/** Whose code it is; it is used up by that. Throws UNAUTHORIZED. */
export async function redeemMailedCode(email: string, code: string, clock: Clock): Promise<User> {
  const { data: stored } = await codeEntity().get({ email }).go({ consistent: true });
  if (!stored || stored.expiresAt * 1000 <= clock.now() || stored.attempts >= codeAttempts) throw wrongCode();
  if (!isCode(stored.codeHash, email, code)) {
    await codeEntity().update({ email }).add({ attempts: 1 }).go();
    throw wrongCode();
  }
  const user = await findUserByEmail(email);
  if (!user) throw wrongCode();
  try {
    // Used once: of two who send it at the same time, one removes it.
    await codeEntity()
      .remove({ email })
      .where((attribute, { eq }) => eq(attribute.codeHash, stored.codeHash))
      .go();
  } catch (error) {
    throw isFailedCondition(error) ? wrongCode() : error;
  }
  return user;
}

const signInWithCode = procedure({
  name: "identity.signInWithCode",
  kind: "mutation",
  input: SignInWithCodeInput,
  can: strangers,
  async run({ email, code }, context): Promise<SignedIn> {
    await countAttempt("signIn", email, context.client.address, context.clock);
    const user = await redeemMailedCode(email, code, context.clock);
    return admit(user.id, context);
  },
});

const resetPassword = procedure({
  name: "identity.resetPassword",
  kind: "mutation",
  input: ResetPasswordInput,
  can: strangers,
  async run({ email, code, password }, context): Promise<SignedIn> {
    await countAttempt("signIn", email, context.client.address, context.clock);
    const user = await redeemMailedCode(email, code, context.clock);
    await setPasswordHash(user.id, await hashPassword(password));
    // Whoever knew the old one may be signed in somewhere.
    await endSessionsOf(user.id);
    await mailSecurityNotice("passwordChanged", user, {}, context);
    return admit(user.id, context);
  },
});

export const codeProcedures = [requestCode, signInWithCode, resetPassword] as const;
