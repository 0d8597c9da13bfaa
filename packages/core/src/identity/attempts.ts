import { createHash } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { attemptsEntity } from "./entity.ts";

const windowSeconds = 15 * 60;
/**
 * Enough for a person who mistypes, too few for a guesser. An address may have an office behind it. An account that is guessed at from many addresses is
 * slowed for all but those it has been signed in from: otherwise anybody could shut its owner out.
 */
const limits = { accountAtAddress: 10, account: 30, address: 60 } as const;

/** Of what nobody can guess by, but each call of which is kept for a while. */
const strangersLimit = 300;

/**
 * Counts an attempt by that account from that address and throws TOO_MANY_REQUESTS, with the minutes to wait, past a limit in a quarter of an hour. Counted
 * before the password is looked at, so that guesses cost the guesser and not the server.
 * @param isKnown asked only past the account's limit: whether the account has been signed in from this address.
 */
export async function countAttempt(
  kind: "signIn" | "signUp" | "code" | "contact",
  account: string,
  address: string,
  clock: Clock,
  isKnown: () => Promise<boolean> = async () => false,
): Promise<void> {
  const [isPastBoth, isPastAccount, isPastAddress] = await Promise.all([
    isPast(`${kind}:accountAtAddress`, `${account}\n${address}`, limits.accountAtAddress, clock),
    isPast(`${kind}:account`, account, limits.account, clock),
    isPast(`${kind}:address`, address, limits.address, clock),
  ]);
  if (isPastBoth || isPastAddress || (isPastAccount && !(await isKnown()))) throw tooMany(clock);
}

/** The same for what is asked without an account: by address alone. */
export async function countStranger(kind: "passkey", address: string, clock: Clock): Promise<void> {
  if (await isPast(`${kind}:address`, address, strangersLimit, clock)) throw tooMany(clock);
}

async function isPast(scope: string, of: string, limit: number, clock: Clock): Promise<boolean> {
  const seconds = Math.floor(clock.now() / 1000);
  const window = String(Math.floor(seconds / windowSeconds));
  const bucket = `${scope}:${createHash("sha256").update(of).digest("base64url")}`;
  const { data } = await attemptsEntity()
    .upsert({ bucket, window, expiresAt: seconds + 2 * windowSeconds })
    .add({ count: 1 })
    .go({ response: "all_new" });
  return data.count > limit;
}

function tooMany(clock: Clock): KartisError {
  const waitSeconds = windowSeconds - (Math.floor(clock.now() / 1000) % windowSeconds);
  return new KartisError("TOO_MANY_REQUESTS", {
    params: { minutes: Math.ceil(waitSeconds / 60) },
    messageKey: "errors.tooManyAttempts",
  });
}
