import * as z from "zod";
import type { IdPrefix } from "./id.ts";
import { ulidForm } from "./id-form.ts";

/** An id of that kind in an input. Only the exact form passes: an id becomes part of keys in the table and the bucket. */
export const idSchema = <const P extends IdPrefix>(prefix: P) =>
  z.templateLiteral([`${prefix}_` as const, z.string().regex(ulidForm)]);
