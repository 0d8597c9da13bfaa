import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import * as z from "zod";
import { googleServer, googleSettings } from "../google/index.ts";
import { env, findEnv } from "../kernel/env.ts";

/*
 * Google's notifications: Pub/Sub calls us with a signed identity token (facts/gmail section 3).
 */

/** Where Pub/Sub calls us, which is also the audience of its tokens. */
export const pushAddress = (): string => `${env("PUBLIC_ORIGIN")}/api/hooks/gmail`;

/** Clocks differ a little. */
const leewaySeconds = 60;

const Header = z.object({ alg: z.literal("RS256"), kid: z.string().max(200) });
const Claims = z.object({
  iss: z.string(),
  aud: z.string(),
  email: z.string(),
  email_verified: z.literal(true),
  iat: z.number(),
  exp: z.number(),
});
const Keys = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal("RSA") })) });

let keys: { readonly issuer: string; readonly at: number; readonly byId: ReadonlyMap<string, JsonWebKey> } | undefined;
const keptMs = 60 * 60_000;
/** An unknown key asks for the list again, but no more often: anybody can name one. */
const pauseMs = 60_000;

async function keyOf(issuer: URL, kid: string, now: number): Promise<JsonWebKey | undefined> {
  const age = keys?.issuer === issuer.href ? now - keys.at : Infinity;
  if (age < keptMs && (keys?.byId.has(kid) || age < pauseMs)) return keys?.byId.get(kid);
  const { discover, options } = await googleServer();
  const { jwks_uri: address = "" } = await discover(issuer);
  const response = await fetch(address, { signal: options().signal, redirect: "error" });
  if (!response.ok) throw new Error(`Google's keys: ${response.status}`);
  const { keys: found } = Keys.parse(await response.json());
  keys = { issuer: issuer.href, at: now, byId: new Map(found.map((key) => [key.kid, key])) };
  return keys.byId.get(kid);
}

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));

/**
 * Whether Google's Pub/Sub has signed the call for us: a token of the service account that this deployment expects, for our address, and now.
 * Throws when Google's keys cannot be read.
 */
export async function isFromGoogle(authorization: string, now: number): Promise<boolean> {
  const account = findEnv("GMAIL_PUSH_ACCOUNT");
  const issuer = googleSettings()?.issuer;
  const [, token = ""] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  if (!account || !issuer || token === "" || token.length > 5_000) return false;
  const read = (() => {
    try {
      return { header: Header.parse(decoded(header)), claims: Claims.parse(decoded(claims)) };
    } catch {
      return undefined;
    }
  })();
  if (!read) return false;
  const { iss, aud, email, iat, exp } = read.claims;
  const seconds = now / 1_000;
  const isIssuer = iss === issuer.href.replace(/\/$/, "") || iss === issuer.host;
  const isNow = iat <= seconds + leewaySeconds && exp > seconds - leewaySeconds;
  // Before the key: whoever knows no more than our address has us ask Google for none.
  if (!isIssuer || !isNow || aud !== pushAddress() || email !== account) return false;
  const key = await keyOf(issuer, read.header.kid, now);
  if (!key) return false;
  const signed = Buffer.from(`${header}.${claims}`);
  return verify("sha256", signed, createPublicKey({ key, format: "jwk" }), Buffer.from(signature, "base64url"));
}

const Push = z.object({
  message: z.object({ data: z.string().max(10_000), messageId: z.string().min(1).max(200) }),
  subscription: z.string(),
});
const Notice = z.object({
  emailAddress: z.string().min(3).max(254),
  historyId: z
    .union([z.number().int().nonnegative(), z.string()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,20}$/)),
});

/** A notification: that something has changed in a mailbox. */
export interface PushNotice {
  /** Pub/Sub's id, the same when it comes again. */
  readonly id: string;
  readonly email: string;
  readonly historyId: string;
}

/** Reads a notification of our subscription; undefined for anything else. */
export function readNotice(body: string): PushNotice | undefined {
  try {
    const { message, subscription } = Push.parse(JSON.parse(body));
    if (subscription !== findEnv("GMAIL_SUBSCRIPTION")) return undefined;
    // Node reads both of base64's alphabets.
    const { emailAddress, historyId } = Notice.parse(JSON.parse(Buffer.from(message.data, "base64").toString("utf8")));
    return { id: message.messageId, email: emailAddress.toLowerCase(), historyId };
  } catch {
    return undefined;
  }
}
