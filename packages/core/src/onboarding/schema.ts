import * as z from "zod";
import { currencyCodes } from "../kernel/money.ts";
import { isTimeZone } from "../kernel/zoned-time.ts";

export const templateIds = ["sales", "field-services", "real-estate", "empty"] as const;
const language = z.enum(["en", "he", "hu", "ru"]);
const timeZone = z.string().refine(isTimeZone, "validation.enum");
/** ISO 3166, whose telephone numbers need no country code. */
const region = z.string().regex(/^[A-Z]{2}$/, "validation.enum");

export const TemplatesInput = z.object({ language });
export const CreateOrganizationInput = z.object({
  name: z.string().trim().min(1, "validation.organizationName").max(200),
  phone: z.string().trim().max(40).optional(),
  language,
  template: z.enum(templateIds),
  /** The country of the founder's browser. */
  timeZone: timeZone.optional(),
  region: region.optional(),
});

export const UpdateOrganizationInput = z.object({
  /** The version the caller has seen; a newer one is a CONFLICT. */
  expectedVersion: z.number().int().min(1),
  name: z.string().trim().min(1, "validation.organizationName").max(200),
  /** Empty for none. */
  phone: z.string().trim().max(40),
  whatsappNumber: z.string().trim().max(40),
  language,
  timeZone,
  currency: z.enum(currencyCodes),
  region,
});
