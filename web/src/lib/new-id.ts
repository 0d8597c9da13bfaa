import type { Id, IdPrefix } from "@kartis/core/kernel/id.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** An id made in the browser, of the form the server takes (ULID: ten characters of time, sixteen of chance). */
export function newId<P extends IdPrefix>(prefix: P): Id<P> {
  let time = Date.now();
  let text = "";
  for (let at = 0; at < 10; at += 1) {
    text = (alphabet[time % 32] ?? "0") + text;
    time = Math.floor(time / 32);
  }
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) text += alphabet[byte % 32] ?? "0";
  return `${prefix}_${text}`;
}
