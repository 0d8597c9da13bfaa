import type { ErrorShape } from "@kartis/core/kernel/error.ts";
import { errorStatus } from "@kartis/core/kernel/error.ts";
import * as z from "zod";
import { messageOf, wordsOf } from "./messages.ts";

const codes = Object.keys(errorStatus);

/** RFC 9457, with the spec's code (SPEC section 8) and what is wrong with which parameter. */
export const Problem = z.object({
  type: z.string().describe("`urn:kartis:error:` and the code"),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(codes).describe("Distinguishes errors for programs"),
  requestId: z.string().describe("To quote when asking for help"),
  errors: z
    .array(z.object({ field: z.string(), code: z.string(), detail: z.string() }))
    .optional()
    .describe("What is wrong with which parameter"),
  retryAfterSeconds: z.number().int().optional().describe("When the same request can succeed, as `Retry-After` says"),
});

/** An error in the API's form. */
export function problemOf(shape: ErrorShape): z.infer<typeof Problem> {
  const { code, status, requestId, params, fields, retryAfterSeconds } = shape;
  return {
    type: `urn:kartis:error:${code}`,
    ...wordsOf(shape),
    status,
    code,
    requestId,
    ...(fields
      ? {
          errors: Object.entries(fields).map(([field, key]) => ({
            field,
            code: key.slice(key.indexOf(".") + 1),
            detail: messageOf(key, params),
          })),
        }
      : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
