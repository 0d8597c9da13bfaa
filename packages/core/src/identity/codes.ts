import { setTimeout as delay } from "node:timers/promises";
import { translator } from "@kartis/i18n/translate.ts";
import { reportFailure } from "../data/consumer.ts";
import { isFailedCondition } from "../data/entity.ts";
import type { Clock } from "../kernel/clock.ts";
import { codeAttempts, codeSeconds, isCode, newCode } from "../kernel/one-time-code.ts";
import { type CallContext, procedure } from "../kernel/procedure.ts";
import { sendMail } from "../mail/index.ts";
import { findUserByEmail, setPasswordHash, type User } from "../users/index.ts";
import { countAttempt, countFailure } from "./attempts.ts";
import { requireUncommon } from "./common-passwords.ts";
import { deviceIdFor, findDeviceId } from "./devices.ts";
import { codeEntity } from "./entity.ts";
import { hashPassword } from "./password.ts";
import { wrongCode } from "./one-time.ts";
import { RequestCodeInput, ResetPasswordInput, SignInWithCodeInput } from "./schema.ts";
import { mailSecurityNotice } from "./security-notice.ts";
import { admit, type SignedIn } from "./second-factor.ts";
import { endSessionsOf } from "./sessions.ts";
import { strangers } from "./strangers.ts";

/** Time for which a browser that was sent a code is remembered, unless its person signs in. */
const browserSeconds = 3600;
/** The minimum duration of a code request: longer than SES usually takes. */
const answerMs = 600;

/** Neither the duration nor the failure of the email may reveal to a stranger that the address has an account. */
export async function mailInSilence(name: string, mailing: Promise<void>): Promise<void> {
  await Promise.all([mailing.catch((error: unknown) => reportFailure(name, error)), delay(answerMs)]);
}

const minutes = codeSeconds / 60;

/** Mails a code to the owner of an account, in their language. */
export async function mailCode({ email, name, language }: Omit<User, "id">, code: string): Promise<void> {
  const t = await translator(language);
  await sendMail({ to: email, subject: t("mail.code.subject", { code }), text: t("mail.code.text", { name, code, minutes }) });
}

/** The same for an address without an account: containing nothing that the caller typed, since that may be anybody. */
export async function mailSignUpCode({ email, language }: Pick<User, "email" | "language">, code: string): Promise<void> {
  const t = await translator(language);
  await sendMail({ to: email, subject: t("mail.code.subject", { code }), text: t("mail.signUpCode.text", { code, minutes }) });
}

const requestCode = procedure({
  name: "identity.requestCode",
  kind: "mutation",
  input: RequestCodeInput,
  can: strangers,
  /** Mails a code that is valid in this browser only. */
  async run({ email }, context): Promise<{ sent: true }> {
    await countAttempt("codeMail", { email }, context);
    const deviceId = deviceIdFor(context, browserSeconds);
    await mailInSilence("identity.requestCode", giveCode(email, deviceId, context.clock));
    return { sent: true };
  },
});

async function giveCode(email: string, deviceId: string, clock: Clock): Promise<void> {
  const user = await findUserByEmail(email);
  if (!user) return;
  const { code, stored } = newCode(email, clock);
  await codeEntity()
    .put({ email, deviceId, ...stored })
    .go();
  await mailCode(user, code);
}

/** The account of a code mailed for this browser, which is used up. Throws UNAUTHORIZED, and TOO_MANY_REQUESTS. */
export const redeemMailedCode = (email: string, code: string, caller: Pick<CallContext, "client" | "clock">): Promise<User> =>
  countFailure("mailedCode", { email }, caller, async () => {
    const deviceId = findDeviceId(caller);
    if (!deviceId) throw wrongCode();
    const key = { email, deviceId };
    const { data: stored } = await codeEntity().get(key).go({ consistent: true });
    if (!stored || stored.expiresAt * 1000 <= caller.clock.now() || stored.attempts >= codeAttempts) throw wrongCode();
    if (!isCode(stored.codeHash, email, code)) {
      await codeEntity().update(key).add({ attempts: 1 }).go();
      throw wrongCode();
    }
    const user = await findUserByEmail(email);
    if (!user) throw wrongCode();
    try {
      // Used once: of two who send it at the same time, one removes it.
      await codeEntity()
        .remove(key)
        .where((attribute, { eq }) => eq(attribute.codeHash, stored.codeHash))
        .go();
    } catch (error) {
      throw isFailedCondition(error) ? wrongCode() : error;
    }
    return user;
  });

const signInWithCode = procedure({
  name: "identity.signInWithCode",
  kind: "mutation",
  input: SignInWithCodeInput,
  can: strangers,
  run: async ({ email, code }, context): Promise<SignedIn> => admit((await redeemMailedCode(email, code, context)).id, context),
});

const resetPassword = procedure({
  name: "identity.resetPassword",
  kind: "mutation",
  input: ResetPasswordInput,
  can: strangers,
  async run({ email, code, password }, context): Promise<SignedIn> {
    await requireUncommon(password);
    const user = await redeemMailedCode(email, code, context);
    await setPasswordHash(user.id, await hashPassword(password));
    // Anyone who knew the old one may be signed in somewhere.
    await endSessionsOf(user.id);
    await mailSecurityNotice("passwordChanged", user, {}, context);
    return admit(user.id, context);
  },
});

export const codeProcedures = [requestCode, signInWithCode, resetPassword] as const;
