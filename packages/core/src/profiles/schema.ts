import * as z from "zod";
import { languages } from "../identity/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { type SmsObstacle, typedCode } from "../sms/schema.ts";
import { notificationKinds } from "../users/rules.ts";

export const UpdateProfileInput = z.object({
  name: z.string().trim().min(1).max(120).optional(),
  language: z.enum(languages).optional(),
  /** Phone number as typed; an empty text clears it. */
  phone: z.string().trim().max(40).optional(),
  /** Signature below the emails that the person sends; an empty text clears it. */
  signature: z.string().trim().max(1_000).optional(),
  notifications: z.partialRecord(z.enum(notificationKinds), z.boolean()).optional(),
});

/** The code that the person's phone has received. */
export const VerifyPhoneInput = z.object({ code: typedCode });

/**
 * Why reminders do not come by SMS: what the organization lacks, that it has them switched off, what the person's number is, or that they have had all SMS of the day.
 */
export type SmsReminderObstacle = SmsObstacle | "off" | "noPhone" | "badPhone" | "optedOut" | "unproven" | "tooMany";

export const SetAvatarInput = z.object({ fileId: idSchema("fil").nullable() });
