import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Clock } from "./clock.ts";
import { epochSeconds } from "./clock.ts";

/** How long a code is valid. */
export const codeSeconds = 10 * 60;
/** Number of attempts before a code becomes invalid, since six digits are soon guessed. */
export const codeAttempts = 5;

/** A code as it is stored. */
export interface StoredCode {
  readonly codeHash: string;
  readonly attempts: number;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** Hash of a stored code; `salt` is the id of its owner, so that equal codes look different. */
const codeHash = (salt: string, code: string) => createHash("sha256").update(`${salt}\n${code}`).digest("base64url");

/** True when the code is the one that was hashed. */
export const isCode = (stored: string, salt: string, code: string): boolean =>
  timingSafeEqual(Buffer.from(stored), Buffer.from(codeHash(salt, code)));

/** A new code of six digits, with the form to store. */
export function newCode(salt: string, clock: Clock): { readonly code: string; readonly stored: StoredCode } {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = epochSeconds(clock.now()) + codeSeconds;
  return { code, stored: { codeHash: codeHash(salt, code), attempts: 0, expiresAt } };
}
