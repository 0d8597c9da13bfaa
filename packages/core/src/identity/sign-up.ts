import { createHash, randomBytes } from "node:crypto";
import { isFailedCondition } from "../data/entity.ts";
import { KartisError } from "../kernel/error.ts";
import type { UserId } from "../kernel/id.ts";
import { codeAttempts, isCode, newCode } from "../kernel/one-time-code.ts";
import { procedure } from "../kernel/procedure.ts";
import { createUser, findUserByEmail } from "../users/index.ts";
import { countAttempt, countFailure } from "./attempts.ts";
import { mailCode, mailInSilence, mailSignUpCode } from "./codes.ts";
import { requireUncommon } from "./common-passwords.ts";
import { wrongCode } from "./one-time.ts";
import { signUpEntity } from "./entity.ts";
import { hashPassword } from "./password.ts";
import { ConfirmSignUpInput, SignUpInput } from "./schema.ts";
import { admit, type SignedIn } from "./second-factor.ts";
import { strangers } from "./strangers.ts";

const idOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/**
 * Stores the request and mails a code to the address, whether it has an account or not: the answer is the same, and takes as long. The request is bound to
 * `signUpToken`, which only this browser gets: somebody else who signs up with the same address cannot slip their password into the account.
 */
const signUp = procedure({
  name: "identity.signUp",
  kind: "mutation",
  input: SignUpInput,
  can: strangers,
  async run({ email, name, password, language }, context): Promise<{ signUpToken: string }> {
    await requireUncommon(password);
    await countAttempt("codeMail", { email }, context);
    const signUpToken = randomBytes(32).toString("base64url");
    const signUpId = idOf(signUpToken);
    const { code, stored } = newCode(signUpId, context.clock);
    const passwordHash = await hashPassword(password);
    await signUpEntity()
      .put({ signUpId, email, name, language, passwordHash, ...stored })
      .go();
    const owner = await findUserByEmail(email);
    await mailInSilence("identity.signUp", owner ? mailCode(owner, code) : mailSignUpCode({ email, language }, code));
    return { signUpToken };
  },
});

/** Anyone who can read the email owns the address: their account is created, or they are signed in to the existing one. */
const confirmSignUp = procedure({
  name: "identity.confirmSignUp",
  kind: "mutation",
  input: ConfirmSignUpInput,
  can: strangers,
  async run({ signUpToken, code }, context): Promise<SignedIn> {
    const signUpId = idOf(signUpToken);
    const { data: asked } = await signUpEntity().get({ signUpId }).go({ consistent: true });
    if (!asked || asked.expiresAt * 1000 <= context.clock.now() || asked.attempts >= codeAttempts) throw wrongCode();
    const { email, name, language, passwordHash } = asked;
    await countFailure("mailedCode", { email }, context, async () => {
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
    });
    const userId = await userOf(email, () => createUser({ email, name, language, passwordHash }, context.clock));
    return admit(userId, context);
  },
});

/** The address's user, created if there is none. Of two browsers that do so at once, one creates the user and the other finds it. */
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
