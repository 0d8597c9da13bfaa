import { KartisError } from "../kernel/error.ts";

/**
 * The 49,000 most common passwords, in lower case, from leaked ones (the list of zxcvbn, maintained by zxcvbn-ts). Loaded when somebody first chooses a
 * password: no other call needs it. In a Lambda's bundle it is compressed (`stacks/src/common-passwords.ts`).
 */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
let common: Promise<ReadonlySet<string>> | undefined;

/** Throws INVALID_INPUT at `password` for one that guessers try first, however its letters are capitalized (NIST SP 800-63B, 5.1.1.2). */
export async function requireUncommon(password: string): Promise<void> {
  common ??= load();
  if ((await common).has(password.normalize("NFKC").toLowerCase()))
    throw new KartisError("INVALID_INPUT", { fields: { password: "validation.passwordCommon" } });
}
