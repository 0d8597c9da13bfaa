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
  const seconds = Math.floor(clock.now() / 1000);
  const window = String(Math.floor(seconds / windowSeconds));
  const bucketOf = (scope: keyof typeof limits, of: string) =>
    `${kind}:${scope}:${createHash("sha256").update(of).digest("base64url")}`;
  const [isPastBoth, isPastAccount, isPastAddress] = await Promise.all(
    [
      { bucket: bucketOf("accountAtAddress", `${account}\n${address}`), limit: limits.accountAtAddress },
      { bucket: bucketOf("account", account), limit: limits.account },
      { bucket: bucketOf("address", address), limit: limits.address },
    ].map(async ({ bucket, limit }) => {
      const { data } = await attemptsEntity()
        .upsert({ bucket, window, expiresAt: seconds + 2 * windowSeconds })
        .add({ count: 1 })
        .go({ response: "all_new" });
      return data.count > limit;
    }),
  );
  if (isPastBoth || isPastAddress || (isPastAccount && !(await isKnown()))) {
    const waitSeconds = windowSeconds - (seconds % windowSeconds);
    throw new KartisError("TOO_MANY_REQUESTS", {
      params: { minutes: Math.ceil(waitSeconds / 60) },
      messageKey: "errors.tooManyAttempts",
    });
  }
}
