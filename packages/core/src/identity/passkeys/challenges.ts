import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { isFailedCondition } from "../../data/entity.ts";
import type { Clock } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { passkeyChallengeEntity } from "./entity.ts";
import { epochSeconds } from "../../kernel/clock.ts";

/** Time that a person has to find their key or phone. */
export const challengeSeconds = 5 * 60;

const idOf = (challenge: string) => createHash("sha256").update(challenge).digest("base64url");

/** The error for a passkey that is unknown, removed or another person's, and for a response that is wrong, late or repeated; it does not reveal which. */
export const passkeyRefused = (cause?: unknown) =>
  new KartisError("UNAUTHORIZED", { messageKey: "errors.passkeyRefused", ...(cause ? { cause } : {}) });

/** The holder of a challenge to sign in by: anybody. */
export const anybody = "anybody";

/**
 * A new challenge of 256 bits, base64url, stored for five minutes.
 * @param holder who may answer it: the session that adds a passkey, the pending sign-in that a passkey completes, or `anybody`
 */
export async function newChallenge(holder: string, clock: Clock): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = epochSeconds(clock.now()) + challengeSeconds;
  await passkeyChallengeEntity()
    .put({ challengeId: idOf(challenge), holder, expiresAt })
    .go();
  return challenge;
}

const ClientData = z.object({ challenge: z.string().min(1).max(100) });

/**
 * The challenge that was answered, which is used up: of two answers to the same one, one succeeds. Throws UNAUTHORIZED for one that was not issued, not to this
 * holder, has been answered, or is too old.
 * @param clientDataJSON as the browser gave it, base64url
 */
export async function takeChallenge(holder: string, clientDataJSON: string, clock: Clock): Promise<string> {
  const { challenge } = parsed(clientDataJSON);
  try {
    await passkeyChallengeEntity()
      .remove({ challengeId: idOf(challenge) })
      .where(
        (attribute, { eq, gt }) => `${eq(attribute.holder, holder)} AND ${gt(attribute.expiresAt, epochSeconds(clock.now()))}`,
      )
      .go();
  } catch (error) {
    throw isFailedCondition(error) ? passkeyRefused(error) : error;
  }
  return challenge;
}

function parsed(clientDataJSON: string): z.output<typeof ClientData> {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")));
  } catch (cause) {
    throw passkeyRefused(cause);
  }
}
