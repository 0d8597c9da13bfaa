import { timingSafeEqual } from "node:crypto";

/** Whether both are the same, in a time that does not tell how much of them is. */
export function isSameSecret(one: Buffer | string, other: Buffer | string): boolean {
  const [a, b] = [Buffer.from(one as Buffer), Buffer.from(other as Buffer)]; // either kind is copied as bytes
  return a.length === b.length && timingSafeEqual(a, b);
}
