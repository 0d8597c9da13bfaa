import type { CardId } from "@kartis/core/kernel/id.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const timeLetters = 10;
const randomLetters = 16;

/** A new card's id, made here: a ULID, as the server makes them (ten letters of time, sixteen of chance, Crockford's base 32). */
export function newCardId(now = Date.now()): CardId {
  const time = Array.from({ length: timeLetters }, (_, at) => alphabet[Math.floor(now / 32 ** (timeLetters - 1 - at)) % 32]);
  const chance = [...crypto.getRandomValues(new Uint8Array(randomLetters))].map((byte) => alphabet[byte % 32]);
  return `crd_${[...time, ...chance].join("")}`;
}
