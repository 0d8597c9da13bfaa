import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env.ts";
import { isSameSecret } from "./same-secret.ts";

const algorithm = "aes-256-gcm";
/** NIST SP 800-38D section 8.2.2: 96 random bits per message, under 2^32 messages a key. */
const nonceBytes = 12;
/** The first part of a stored value: which derivation made the key. */
const generation = "1";

/** Purposes of sealing. Each has its own key, so that a value sealed for one cannot be opened for another. */
export type SealPurpose =
  | "card secrets"
  | "second factor"
  | "invitation"
  | "push"
  | "sender code"
  | "webhook"
  | "whatsapp"
  | "gmail"
  | "automation"
  | "incoming webhook"
  | "voip";
/** Other purposes with a key of their own. */
export type KeyPurpose = "push sender";
/** Purposes of signing, each with its own key. */
export type SignPurpose =
  | "meeting reply"
  | "unsubscribe"
  | "calendar feed"
  | "mail reply"
  | "invitation reply"
  | "sms report"
  | "whatsapp address"
  | "whatsapp handshake"
  | "incoming address"
  | "form address"
  | "form opened"
  | "voip address";

const derived = new Map<string, Buffer>();

/** 32 bytes that are the same for as long as the deployment keeps its key. */
export function keyOf(purpose: SealPurpose | SignPurpose | KeyPurpose): Buffer {
  const from = env("SECRETS_KEY");
  const name = `${purpose} ${from}`;
  const known = derived.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", from, "", `kartis ${purpose} 1`, 32));
  derived.set(name, key);
  return key;
}

/** Location that a secret is bound to, as ids: in any other place it cannot be opened. */
const boundTo = (place: readonly string[]): Buffer => Buffer.from(place.join("\n"));

/** Encrypts for this place: `generation.nonce.tag.text`, base64url. */
export function seal(plain: string, purpose: SealPurpose, place: readonly string[]): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(purpose), nonce).setAAD(boundTo(place));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return [generation, ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString("base64url"))].join(".");
}

/** Throws when it was sealed for another place or purpose, under another key, or changed since. */
export function unseal(sealed: string, purpose: SealPurpose, place: readonly string[]): string {
  const [made, ...parts] = sealed.split(".");
  const [nonce, tag, text] = parts.map((part) => Buffer.from(part, "base64url"));
  if (made !== generation || !nonce || !tag || !text) throw new Error("Not a sealed secret");
  const decipher = createDecipheriv(algorithm, keyOf(purpose), nonce, { authTagLength: 16 })
    .setAAD(boundTo(place))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
}

/** Length of a signature in URL-safe characters: 192 bits. */
export const signatureLength = 32;

/** A signature that only Kartis can make. */
export const signatureOf = (text: string, purpose: SignPurpose): string =>
  createHmac("sha256", keyOf(purpose)).update(text).digest("base64url").slice(0, signatureLength);

/** Whether Kartis has made the signature for this text and purpose; takes as long for any other. */
export function isSigned(text: string, signature: string, purpose: SignPurpose): boolean {
  return isSameSecret(signature, signatureOf(text, purpose));
}

/** Length of a signature where space is short: 56 bits. */
export const shortSignatureBytes = 7;

/** Like `signatureOf`, as a number. */
export const shortSignatureOf = (text: string, purpose: SignPurpose): bigint =>
  BigInt(
    `0x${createHmac("sha256", keyOf(purpose))
      .update(text)
      .digest("hex")
      .slice(0, 2 * shortSignatureBytes)}`,
  );
