import * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import type { UserId } from "../../kernel/id.ts";
import { procedure } from "../../kernel/procedure.ts";
import { findUser } from "../../users/index.ts";
import { countAttempt, countStranger } from "../attempts.ts";
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
  /** What the browser is to have signed: by any passkey of this site, so that nothing tells who has one. */
  async run(_, { clock, client }): Promise<RequestOptions> {
    await countStranger("passkey", client.address, clock);
    const [{ assertionOptions }, challenge] = await Promise.all([import("./webauthn.ts"), newChallenge(anybody, clock)]);
    return assertionOptions(challenge);
  },
});

const signIn = procedure({
  name: "identity.signInWithPasskey",
  kind: "mutation",
  input: z.object({ assertion: AssertionSchema }),
  can: strangers,
  /** The device has recognized its person, so this stands for both steps: no app's code is asked for. */
  async run({ assertion }, context): Promise<{ userId: UserId }> {
    await countAttempt("signIn", assertion.id, context.client.address, context.clock);
    const challenge = await takeChallenge(anybody, assertion.response.clientDataJSON, context.clock);
    const { userId } = await signedBy(assertion, challenge, context.clock, { requireUserVerification: true });
    if (!(await findUser(userId))) throw passkeyRefused();
    await startSession(userId, context);
    return { userId };
  },
});

/** Whose passkey has signed the challenge. Throws UNAUTHORIZED. */
async function signedBy(
  assertion: Assertion,
  challenge: string,
  clock: Clock,
  options: { requireUserVerification: boolean; userId?: UserId },
): Promise<{ userId: UserId }> {
  const passkey = await findPasskey(assertion.id);
  if (!passkey || (options.userId ?? passkey.userId) !== passkey.userId) throw passkeyRefused();
  // Keys that are asked for by name need not say whose they are; all others do (WebAuthn section 7.2, step 6).
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
  /** As after a password: by one of the person's own. PRECONDITION_FAILED where they have none. */
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
  /** In place of the app's code: having the device is the second step, whoever it recognizes. */
  run: async ({ challenge: question, assertion }, context): Promise<{ userId: UserId }> =>
    answerQuestion(question, context, async ({ questionId, userId }) => {
      const challenge = await takeChallenge(questionId, assertion.response.clientDataJSON, context.clock);
      await signedBy(assertion, challenge, context.clock, { requireUserVerification: false, userId });
    }),
});

export const passkeySignInProcedures = [start, signIn, startSecondStep, completeSignIn] as const;
