import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);
/** OWASP's second recommendation for Argon2id: 19 MiB, two passes, one lane; about 30 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** `argon2id$<memory>$<passes>$<nonce>$<tag>`, so that the cost can be raised later without invalidating what is stored. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: password.normalize("NFKC"), nonce, ...cost });
  return ["argon2id", cost.memory, cost.passes, nonce.toString("base64url"), tag.toString("base64url")].join("$");
}

/** A hash without a matching password: verified when there is no user, so that the time taken reveals nothing. */
let nobody: Promise<string> | undefined;

/** True when the password matches the hash. Takes as long for an address without a user. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(16).toString("hex"));
  const [, memory, passes, nonce, tag] = (stored ?? (await nobody)).split("$");
  const expected = Buffer.from(tag ?? "", "base64url");
  const actual = await derive("argon2id", {
    message: password.normalize("NFKC"),
    nonce: Buffer.from(nonce ?? "", "base64url"),
    parallelism: cost.parallelism,
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
  });
  return timingSafeEqual(actual, expected) && stored !== undefined;
}
