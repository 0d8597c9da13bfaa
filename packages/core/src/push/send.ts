import { sign } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { env, findEnv } from "../kernel/env.ts";
import { NoEffect, orNoEffect } from "../outbound/index.ts";
import { encryptFor } from "./encrypt.ts";
import { sender } from "./keys.ts";
import { isPushService } from "./rules.ts";
import type { Subscription } from "./schema.ts";
import { epochSeconds } from "../kernel/clock.ts";

export interface Push {
  /** At most 3,993 bytes. */
  readonly message: Buffer;
  /** Seconds for which the service keeps it for an offline browser. */
  readonly ttlSeconds: number;
  readonly urgency: "normal" | "high";
  /** One that waits is replaced by a later one of the same topic: 32 characters of base64url at most. */
  readonly topic: string;
}

const timeoutMs = 5_000;
/** RFC 8292 section 2 allows 24 hours. */
const tokenSeconds = 12 * 3_600;

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/** RFC 8292: says to the service of this origin who sends. */
function authorization(audience: string, clock: Clock): string {
  const { key, publicKey } = sender();
  const exp = epochSeconds(clock.now()) + tokenSeconds;
  const signed = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded({ aud: audience, exp, sub: `mailto:${env("SUPPORT_EMAIL")}` })}`;
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  return `vapid t=${signed}.${signature}, k=${publicKey}`;
}

/**
 * Hands a message to the browser's push service (RFC 8030).
 * @returns the service's address of the message, without its secret; "gone" where the browser has given the subscription up.
 * Throws `NoEffect` if it certainly was not taken; after any other error it may have been. No error names the endpoint.
 */
export async function send({ endpoint, keys }: Subscription, push: Push, clock: Clock): Promise<"accepted" | "gone"> {
  // Checked again: what is allowed may have become less since it was subscribed.
  if (!isPushService(endpoint, findEnv("PUSH_SERVICE"))) throw new NoEffect("Not a push service", false);
  const { origin } = new URL(endpoint);
  return orNoEffect(async () => {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        authorization: authorization(origin, clock),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(push.ttlSeconds),
        urgency: push.urgency,
        topic: push.topic,
      },
      body: new Uint8Array(encryptFor(keys, push.message)),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    const { status } = response;
    if (status === 404 || status === 410) return "gone";
    if (status >= 200 && status < 300) return "accepted";
    throw Object.assign(new Error(`${origin} answered ${status}`), { $metadata: { httpStatusCode: status } });
  });
}
