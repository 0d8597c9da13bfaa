import { createHash, randomBytes, randomInt } from "node:crypto";
import * as z from "zod";
import { attributesOf, isFailedCondition } from "../data/entity.ts";
import { getTogether } from "../data/get-together.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type UserId } from "../kernel/id.ts";
import { codeAttempts } from "../kernel/one-time-code.ts";
import { type CallContext, procedure } from "../kernel/procedure.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { findUser } from "../users/index.ts";
import { countFailure } from "./attempts.ts";
import { wrongCode } from "./one-time.ts";
import { challengeEntity, secondFactorEntity } from "./entity.ts";
import { passkeysOf } from "./passkeys/store.ts";
import { mailSecurityNotice, type NoticeKind } from "./security-notice.ts";
import { endSessionsOf, noteTwoStep, startSession } from "./sessions.ts";
import { strangers } from "./strangers.ts";
import { base32, otpauthUrl, stepOf } from "./totp.ts";
import { epochSeconds } from "../kernel/clock.ts";

/** RFC 4226 section 4: a secret of 160 bits. */
const secretBytes = 20;
const recoveryCodes = 10;
const challengeSeconds = 5 * 60;
/** Limit of one DynamoDB request. */
const togetherLimit = 100;

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");
/** Recovery codes are typed off paper: grouping, case and look-alike characters are forgiven. */
const recoveryHash = (userId: UserId, code: string) => hashOf(`${userId}\n${code.toUpperCase().replace(/[^A-Z0-9]/g, "")}`);

/** Letters and digits that are not mistaken for each other: 50 bits in two groups of five. */
function newRecoveryCode(): string {
  const characters = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
  const group = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join("");
  return `${group()}-${group()}`;
}

interface Factor {
  readonly sealed: string;
  readonly isOn: boolean;
  readonly lastStep: number;
  readonly recovery: readonly string[];
}

async function findFactor(userId: UserId): Promise<Factor | undefined> {
  const { data } = await secondFactorEntity().get({ userId }).go({ consistent: true });
  return data ?? undefined;
}

/** Whether the person is asked for a second factor. */
export const hasApp = async (userId: UserId): Promise<boolean> => (await findFactor(userId))?.isOn ?? false;

/** Filters the people to those who have a second factor. */
export async function withApp(userIds: readonly UserId[]): Promise<UserId[]> {
  const found = new Set<string>();
  for (let at = 0; at < userIds.length; at += togetherLimit) {
    const gets = userIds.slice(at, at + togetherLimit).map((userId) => secondFactorEntity().get({ userId }).params());
    for (const item of await getTogether(gets)) {
      const factor = item && attributesOf(secondFactorEntity(), item);
      if (factor?.isOn) found.add(factor.userId);
    }
  }
  return userIds.filter((userId) => found.has(userId));
}

const secretOf = (userId: UserId, sealed: string) => Buffer.from(unseal(sealed, "second factor", [userId]), "base64url");

/** Uses up a code of the app, or a recovery code. Throws UNAUTHORIZED for a wrong one. Of two who send the same at once, one succeeds. */
async function redeem(userId: UserId, factor: Factor, code: string, caller: Caller): Promise<void> {
  const step = stepOf(secretOf(userId, factor.sealed), code.trim(), caller.clock.now(), factor.lastStep);
  const recovery = recoveryHash(userId, code);
  if (step === undefined && !factor.recovery.includes(recovery)) throw wrongCode();
  const spent = step === undefined ? { recovery: factor.recovery.filter((left) => left !== recovery) } : { lastStep: step };
  try {
    await secondFactorEntity()
      .patch({ userId })
      .set({ ...spent, change: randomBytes(8).toString("hex") })
      .where(
        (attribute, { eq }) => `${eq(attribute.lastStep, factor.lastStep)} AND ${eq(attribute.recovery, [...factor.recovery])}`,
      )
      .go();
  } catch (error) {
    throw isFailedCondition(error) ? wrongCode() : error;
  }
  // A printed list of codes can be found by others, and its owner notices a used one only when it is too late.
  if (step === undefined) await notify("recoveryCodeUsed", userId, { left: factor.recovery.length - 1 }, caller);
}

type Caller = Pick<CallContext, "client" | "clock">;

async function notify(...[kind, userId, about, caller]: [NoticeKind, UserId, Record<string, number>, Caller]): Promise<void> {
  const user = await findUser(userId);
  if (user) await mailSecurityNotice(kind, user, about, caller);
}

/** The outcome of the first step: a session, or a pending second step, with `passkey` set if a passkey can complete it. */
export type SignedIn = { readonly userId: UserId } | { readonly challenge: string; readonly passkey: boolean };

/** The first factor is proven: a session starts, unless the person has a second factor, which is then asked for within five minutes. */
export async function admit(userId: UserId, context: CallContext): Promise<SignedIn> {
  if (!(await hasApp(userId))) {
    await startSession(userId, context);
    return { userId };
  }
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = epochSeconds(context.clock.now()) + challengeSeconds;
  const [passkeys] = await Promise.all([
    passkeysOf(userId),
    challengeEntity()
      .put({ challengeId: hashOf(challenge), userId, attempts: 0, expiresAt })
      .go(),
  ]);
  return { challenge, passkey: passkeys.length > 0 };
}

/** The `challenge` that `admit` returned. */
export const QuestionSchema = z.object({ challenge: z.string().min(1).max(100) });

const challengeOver = () => new KartisError("UNAUTHORIZED", { messageKey: "errors.challengeOver" });

interface Question {
  readonly questionId: string;
  readonly userId: UserId;
}

/** The person asked. Throws UNAUTHORIZED when it was too long ago, or answered wrongly too often. */
export async function findQuestion(challenge: string, clock: Clock): Promise<Question> {
  const questionId = hashOf(challenge);
  const { data: asked } = await challengeEntity().get({ challengeId: questionId }).go({ consistent: true });
  const isOver = !asked || asked.expiresAt * 1000 <= clock.now() || asked.attempts >= codeAttempts;
  if (isOver || !isId("usr", asked.userId)) throw challengeOver();
  return { questionId, userId: asked.userId };
}

/** Signs in the person asked, if `check` accepts their answer; if it throws, that counts as an attempt. */
export async function answerQuestion(
  challenge: string,
  context: CallContext,
  check: (question: Question) => Promise<void>,
): Promise<{ userId: UserId }> {
  const question = await findQuestion(challenge, context.clock);
  const { questionId, userId } = question;
  await countFailure("signIn", { userId }, context, async () => {
    try {
      await check(question);
    } catch (error) {
      await challengeEntity().update({ challengeId: questionId }).add({ attempts: 1 }).go();
      throw error;
    }
  });
  try {
    await challengeEntity().remove({ challengeId: questionId }).go();
  } catch (error) {
    // Of two simultaneous correct answers, one signs in.
    throw isFailedCondition(error) ? challengeOver() : error;
  }
  await startSession(userId, context, { hasTwoStep: true });
  return { userId };
}

const CodeInput = z.object({ code: z.string().trim().min(1).max(40) });

const completeSignIn = procedure({
  name: "identity.completeSignIn",
  kind: "mutation",
  input: CodeInput.extend(QuestionSchema.shape),
  can: strangers,
  run: async ({ challenge, code }, context): Promise<{ userId: UserId }> =>
    answerQuestion(challenge, context, async ({ userId }) => {
      const factor = await findFactor(userId);
      if (factor?.isOn) await redeem(userId, factor, code, context);
    }),
});

const oneself = { signedIn: "one's own second factor" } as const;

const state = procedure({
  name: "identity.secondFactor",
  kind: "query",
  input: z.object({}),
  can: oneself,
  async run(_, { actor }): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
    const factor = await findFactor(actor.userId);
    return { isOn: factor?.isOn ?? false, recoveryCodesLeft: factor?.isOn ? factor.recovery.length : 0 };
  },
});

const startTotp = procedure({
  name: "identity.startTotp",
  kind: "mutation",
  input: z.object({}),
  can: oneself,
  /** @returns the secret for typing, and the rows of its QR code, dark modules as 1. */
  async run(_, { actor: { userId } }): Promise<{ secret: string; otpauthUrl: string; qr: readonly string[] }> {
    const [user, factor] = await Promise.all([findUser(userId), findFactor(userId)]);
    if (!user) throw new KartisError("UNAUTHORIZED");
    if (factor?.isOn) throw new KartisError("CONFLICT", { messageKey: "errors.secondFactorOn" });
    const secret = randomBytes(secretBytes);
    const sealed = seal(secret.toString("base64url"), "second factor", [userId]);
    await secondFactorEntity().put({ userId, sealed, isOn: false, lastStep: 0, recovery: [] }).go();
    const url = otpauthUrl(secret, user.email);
    const { encode } = await import("uqr");
    const qr = encode(url).data.map((row) => row.map(Number).join(""));
    return { secret: base32(secret), otpauthUrl: url, qr };
  },
});

async function newRecoveryCodes(userId: UserId, isOn: true): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  await secondFactorEntity()
    .patch({ userId })
    .set({ isOn, recovery: codes.map((code) => recoveryHash(userId, code)) })
    .go();
  return codes;
}

/** Throws UNAUTHORIZED unless it is a code of the person's app, which is used up, or a recovery code. */
export async function proveByApp(userId: UserId, code: string, caller: Caller): Promise<Factor> {
  const factor = await findFactor(userId);
  if (!factor) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.secondFactorOff" });
  await countFailure("signIn", { userId }, caller, () => redeem(userId, factor, code, caller));
  return factor;
}

const enableTotp = procedure({
  name: "identity.enableTotp",
  kind: "mutation",
  input: CodeInput,
  can: oneself,
  /** The code proves that the app has the secret. The recovery codes are only shown now; every other session ends, since it had one factor. */
  async run({ code }, { actor: { userId, sessionId }, clock, client }): Promise<{ recoveryCodes: string[] }> {
    await proveByApp(userId, code, { clock, client });
    const codes = await newRecoveryCodes(userId, true);
    await Promise.all([endSessionsOf(userId, sessionId), noteTwoStep(sessionId)]);
    await notify("twoStepOn", userId, {}, { clock, client });
    return { recoveryCodes: codes };
  },
});

const renewRecoveryCodes = procedure({
  name: "identity.renewRecoveryCodes",
  kind: "mutation",
  input: CodeInput,
  can: oneself,
  async run({ code }, { actor: { userId }, clock, client }): Promise<{ recoveryCodes: string[] }> {
    const factor = await proveByApp(userId, code, { clock, client });
    if (!factor.isOn) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.secondFactorOff" });
    return { recoveryCodes: await newRecoveryCodes(userId, true) };
  },
});

const disableTotp = procedure({
  name: "identity.disableTotp",
  kind: "mutation",
  input: CodeInput,
  can: oneself,
  async run({ code }, { actor: { userId }, clock, client }): Promise<{ ok: true }> {
    await proveByApp(userId, code, { clock, client });
    await secondFactorEntity().delete({ userId }).go();
    await notify("twoStepOff", userId, {}, { clock, client });
    return { ok: true };
  },
});

export const secondFactorProcedures = [completeSignIn, state, startTotp, enableTotp, renewRecoveryCodes, disableTotp] as const;
