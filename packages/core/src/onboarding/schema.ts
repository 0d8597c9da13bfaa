import * as z from "zod";

export const templateIds = ["sales", "field-services", "real-estate", "empty"] as const;
const language = z.enum(["en", "he", "hu", "ru"]);

export const TemplatesInput = z.object({ language });
export const CreateOrganizationInput = z.object({
  name: z.string().trim().min(1, "validation.organizationName").max(200),
  phone: z.string().trim().max(40).optional(),
  language,
  template: z.enum(templateIds),
});
