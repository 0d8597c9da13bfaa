import type { Id, IdPrefix } from "./id.ts";

/** A ULID as it is made here: Crockford's base 32 in capitals. */
export const ulidForm = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** True for a string in the form of an id of that kind. Apart from the making of ids, since browsers check them too and have no `node:crypto`. */
export function isId<P extends IdPrefix>(prefix: P, value: unknown): value is Id<P> {
  return typeof value === "string" && value.startsWith(`${prefix}_`) && ulidForm.test(value.slice(prefix.length + 1));
}
