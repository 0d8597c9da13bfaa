import { createHash, randomBytes } from "node:crypto";
import { isFailedCondition } from "../data/entity.ts";
import { KartisError } from "../kernel/error.ts";
import type { UserId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { createUser, findUserByEmail } from "../users/index.ts";
import { countAttempt } from "./attempts.ts";
import { isCode, mailCode, mailInSilence, newCode } from "./codes.ts";
import { codeAttempts, wrongCode } from "./one-time.ts";
import { signUpEntity } from "./entity.ts";
import { hashPassword } from "./password.ts";
import { ConfirmSignUpInput, SignUpInput } from "./schema.ts";
import { admit, type SignedIn } from "./second-factor.ts";
import { strangers } from "./strangers.ts";

const idOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/**
 * Writes down what is asked for and mails a code to the address, whether it has an account or not: the answer is the same, and takes as long. What was
 * asked for hangs on `signUpToken`, which only this browser gets: somebody else who asks for the same address cannot slip their password under it.
 */
const signUp = procedure({
  name: "identity.signUp",
  kind: "mutation",
  input: SignUpInput,
  can: strangers,
  async run({ email, name, password, language }, context): Promise<{ signUpToken: string }> {
    await countAttempt("signUp", email, context.client.address, context.clock);
    const signUpToken = randomBytes(32).toString("base64url");
    const signUpId = idOf(signUpToken);
    const { code, stored } = newCode(signUpId, context.clock);
    const passwordHash = await hashPassword(password);
    await signUpEntity()
      .create({ signUpId, email, name, language, passwordHash, ...stored })
      .go();
    const owner = await findUserByEmail(email);
    await mailInSilence("identity.signUp", mailCode(owner ?? { email, name, language }, code));
    return { signUpToken };
  },
});

/** Whoever read the mail owns the address: it gets its account, or they are let into the one it has had. */
const confirmSignUp = procedure({
  name: "identity.confirmSignUp",
  kind: "mutation",
  input: ConfirmSignUpInput,
  can: strangers,
  async run({ signUpToken, code }, context): Promise<SignedIn> {
    const signUpId = idOf(signUpToken);
    const { data: asked } = await signUpEntity().get({ signUpId }).go({ consistent: true });
    if (!asked || asked.expiresAt * 1000 <= context.clock.now() || asked.attempts >= codeAttempts) throw wrongCode();
    await countAttempt("signIn", asked.email, context.client.address, context.clock);
    if (!isCode(asked.codeHash, signUpId, code)) {
      await signUpEntity().update({ signUpId }).add({ attempts: 1 }).go();
      throw wrongCode();
    }
    try {
      await signUpEntity()
        .remove({ signUpId })
        .where((attribute, { exists }) => exists(attribute.codeHash))
        .go();
    } catch (error) {
      throw isFailedCondition(error) ? wrongCode() : error;
    }
    const { email, name, language, passwordHash } = asked;
    const userId = await userOf(email, () => createUser({ email, name, language, passwordHash }, context.clock));
    return admit(userId, context);
  },
});

/** The user of the address, made where there is none. Of two browsers that do so at once, one makes the user and the other finds it. */
export async function userOf(email: string, create: () => Promise<UserId>): Promise<UserId> {
  const found = await findUserByEmail(email);
  if (found) return found.id;
  try {
    return await create();
  } catch (error) {
    const other = error instanceof KartisError && error.code === "CONFLICT" ? await findUserByEmail(email) : undefined;
    if (!other) throw error;
    return other.id;
  }
}

export const signUpProcedures = [signUp, confirmSignUp] as const;
