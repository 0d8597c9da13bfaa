import { createHmac, timingSafeEqual } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepSeconds = 30;
const digits = 6;
/** Steps before and after now that are still accepted: clocks differ, and typing takes time (RFC 6238 section 5.2). */
const window = 1;

/** RFC 4648 base 32 without padding: the form in which authenticator apps accept a secret. */
export function base32(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{1,5}/g) ?? []).map((part) => alphabet[Number.parseInt(part.padEnd(5, "0"), 2)]).join("");
}

/** The code of one step of 30 seconds since 1970 (RFC 4226 section 5.3 over RFC 6238's time counter). */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, "0");
}

/**
 * The step whose code this is, among those accepted at `at` (milliseconds); undefined when it is none of them or not later than `lastStep`: a code is only
 * valid once.
 */
export function stepOf(secret: Uint8Array, code: string, at: number, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = Math.floor(at / 1000 / stepSeconds);
  for (let step = now - window; step <= now + window; step++)
    if (step > lastStep && timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code))) return step;
  return undefined;
}

/** URL that an authenticator app reads from the QR code. */
export const otpauthUrl = (secret: Uint8Array, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`Kartis:${email}`)}?${new URLSearchParams({ secret: base32(secret), issuer: "Kartis" }).toString()}`;
