import * as z from "zod";
import type { IdPrefix } from "./id.ts";

/** A ULID as it is made here: Crockford's base 32 in capitals. */
export const ulidForm = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** An id of that kind as input has it. Only the exact form passes: an id becomes part of keys in the table and the bucket. */
export const idSchema = <const P extends IdPrefix>(prefix: P) =>
  z.templateLiteral([`${prefix}_` as const, z.string().regex(ulidForm)]);
