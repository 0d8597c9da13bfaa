import * as z from "zod";
import { languages } from "../identity/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { notificationKinds } from "../users/index.ts";

export const UpdateProfileInput = z.object({
  name: z.string().trim().min(1).max(120).optional(),
  language: z.enum(languages).optional(),
  /** As it is typed; an empty text takes it away. */
  phone: z.string().trim().max(40).optional(),
  /** The number of the person's own phone in the switchboard; an empty text takes it away. */
  voipExtension: z
    .string()
    .trim()
    .regex(/^\d{0,10}$/, "validation.voipExtension")
    .optional(),
  notifications: z.partialRecord(z.enum(notificationKinds), z.boolean()).optional(),
});

export const SetAvatarInput = z.object({ fileId: idSchema("fil").nullable() });
