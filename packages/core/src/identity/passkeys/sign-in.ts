import * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import type { UserId } from "../../kernel/id.ts";
import { procedure } from "../../kernel/procedure.ts";
import { findUser } from "../../users/index.ts";
import { countStranger } from "../attempts.ts";
import { answerQuestion, findQuestion, QuestionSchema } from "../second-factor.ts";
import { startSession } from "../sessions.ts";
import { strangers } from "../strangers.ts";
import { anybody, newChallenge, passkeyRefused, takeChallenge } from "./challenges.ts";
import { AssertionSchema, type Assertion } from "./schema.ts";
import { findPasskey, noteSigned, passkeysOf } from "./store.ts";
import type { RequestOptions } from "./webauthn.ts";

const start = procedure({
  name: "identity.startPasskeySignIn",
  kind: "mutation",
  input: z.object({}),
  can: strangers,
  /** Options for the browser to sign in with any passkey of this site, so that they do not reveal who has one. */
  async run(_, context): Promise<RequestOptions> {
    const { clock } = context;
    await countStranger("passkey", context);
    const [{ assertionOptions }, challenge] = await Promise.all([import("./webauthn.ts"), newChallenge(anybody, clock)]);
    return assertionOptions(challenge);
  },
});

const signIn = procedure({
  name: "identity.signInWithPasskey",
  kind: "mutation",
  input: z.object({ assertion: AssertionSchema }),
  can: strangers,
  /** The device has verified the user, so this counts as both steps: no app's code is asked for. */
  async run({ assertion }, context): Promise<{ userId: UserId }> {
    await countStranger("passkeyAnswer", context);
    const challenge = await takeChallenge(anybody, assertion.response.clientDataJSON, context.clock);
    const { userId } = await signedBy(assertion, challenge, context.clock, { requireUserVerification: true });
    if (!(await findUser(userId))) throw passkeyRefused();
    await startSession(userId, context, { hasTwoStep: true });
    return { userId };
  },
});

/** The person whose passkey signed the challenge. Throws UNAUTHORIZED. */
async function signedBy(
  assertion: Assertion,
  challenge: string,
  clock: Clock,
  options: { requireUserVerification: boolean; userId?: UserId },
): Promise<{ userId: UserId }> {
  const passkey = await findPasskey(assertion.id);
  if (!passkey || (options.userId ?? passkey.userId) !== passkey.userId) throw passkeyRefused();
  // A passkey requested by id need not include its user handle; all others must (WebAuthn section 7.2, step 6).
  const { userHandle } = assertion.response;
  if (userHandle ? userHandle !== passkey.handle : options.userId === undefined) throw passkeyRefused();
  const { verifyAssertion } = await import("./webauthn.ts");
  const counter = await verifyAssertion(assertion, passkey, challenge, options);
  await noteSigned(passkey, counter, clock);
  return passkey;
}

const startSecondStep = procedure({
  name: "identity.startPasskeySecondStep",
  kind: "mutation",
  input: QuestionSchema,
  can: strangers,
  /** Second step after a password: with one of the person's own passkeys. PRECONDITION_FAILED if they have none. */
  async run({ challenge: question }, { clock }): Promise<RequestOptions> {
    const { questionId, userId } = await findQuestion(question, clock);
    const [{ assertionOptions }, passkeys] = await Promise.all([import("./webauthn.ts"), passkeysOf(userId)]);
    if (passkeys.length === 0) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.noPasskey" });
    return assertionOptions(await newChallenge(questionId, clock), passkeys);
  },
});

const completeSignIn = procedure({
  name: "identity.completeSignInWithPasskey",
  kind: "mutation",
  input: QuestionSchema.extend({ assertion: AssertionSchema }),
  can: strangers,
  /** Replaces the app's code: having the device is the second step, whether or not it verifies the user. */
  run: async ({ challenge: question, assertion }, context): Promise<{ userId: UserId }> =>
    answerQuestion(question, context, async ({ questionId, userId }) => {
      const challenge = await takeChallenge(questionId, assertion.response.clientDataJSON, context.clock);
      await signedBy(assertion, challenge, context.clock, { requireUserVerification: false, userId });
    }),
});

export const passkeySignInProcedures = [start, signIn, startSecondStep, completeSignIn] as const;
