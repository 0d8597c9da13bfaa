import { codeOfStep } from "@kartis/core/identity/totp.ts";

/** RFC 4648, backwards: what an app does with the secret it is shown. */
export function bytesOf(text: string): Buffer {
  const bits = [...text]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Code that an authenticator app with that secret shows at that time, in milliseconds. */
export const appCode = (secret: string, at: number): string => codeOfStep(bytesOf(secret), Math.floor(at / 30_000));
