import * as z from "zod";
import { phone } from "../cards/fields/types/phone.ts";
import { EmailSchema, languages } from "../identity/schema.ts";
import { descriptionLength, titleLength } from "./rules.ts";

/** SPEC section 5: both required, trimmed, at least one character. */
export const TicketInput = z.object({
  title: z.string().trim().min(1, "validation.required").max(titleLength, "validation.length"),
  description: z.string().trim().min(1, "validation.required").max(descriptionLength, "validation.length"),
  /** Page where it was written, so that nobody has to ask. */
  page: z.string().max(500).optional(),
});

const required = z.string().trim().min(1, "validation.required").max(titleLength, "validation.length");
const international = { options: [], currency: "USD", region: "US" } as const;

/** The public contact form (SPEC sections 3 and 5): e-mail and phone by the same rules as everywhere. */
export const ContactInput = z.object({
  mainContact: required,
  company: required,
  email: EmailSchema,
  phone: z
    .string()
    .trim()
    .refine((text) => phone.fromText(text, international).ok, "validation.phone"),
  description: z.string().trim().min(1, "validation.required").max(descriptionLength, "validation.length"),
  language: z.enum(languages),
  /** A field that people do not see; only robots fill it in. */
  website: z.string().max(500).optional(),
});
