import { createHash } from "node:crypto";
import * as z from "zod";
import { CallIdSchema, type IntakeId } from "./schema.ts";

/** What is stored of a call, as the payload of its webhook event. */
export const ReceivedCall = z.object({
  callId: CallIdSchema,
  at: z.string(),
  values: z.array(z.tuple([z.string(), z.string()])),
});
export type ReceivedCall = z.output<typeof ReceivedCall>;

/** Another key, of a call whose signature covers nothing but its body: for as long as the event is kept, the same body is the same call. */
export const keyOfBody = (intakeId: IntakeId, body: Buffer): string =>
  `${intakeId}.b${createHash("sha256").update(body).digest("base64url")}`;

/**
 * The key of a call's event: the same for calls with the same idempotency key, so that the first of them alone has an effect.
 * @param given the caller's key; a call without one is a call of its own
 */
export const keyOfCall = (intakeId: IntakeId, callId: string, given: string | undefined): string =>
  `${intakeId}.${given ? `k${createHash("sha256").update(given).digest("base64url")}` : callId}`;
