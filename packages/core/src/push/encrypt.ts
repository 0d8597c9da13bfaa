import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import type { Subscription } from "./schema.ts";

/** RFC 8291 section 4: services take at least 4,096 bytes, 103 of which are not the message. */
export const longestMessage = 3_993;
const recordSize = 4_096;

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

/**
 * Encrypts a message for one browser (RFC 8291, RFC 8188 "aes128gcm"), as one record.
 * @param own a pair of keys and a salt for this message alone; given by tests only.
 * Throws for a key that is no point of the curve, and for a message that is too long.
 */
export function encryptFor({ p256dh, auth }: Subscription["keys"], message: Buffer, own?: { pair: ECDH; salt: Buffer }): Buffer {
  if (message.length > longestMessage) throw new RangeError("Too long for a push message");
  const pair = own?.pair ?? createECDH("prime256v1");
  if (!own) pair.generateKeys();
  const salt = own?.salt ?? randomBytes(16);
  const [theirs, ours] = [Buffer.from(p256dh, "base64url"), pair.getPublicKey()];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const secret = derive(pair.computeSecret(theirs), Buffer.from(auth, "base64url"), info, 32);
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The last record, and the only one, ends with a 2.
  const text = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize);
  header[4] = ours.length;
  return Buffer.concat([salt, header, ours, text]);
}
