import * as z from "zod";
import { addressIn, emailForm } from "../cards/fields/email-form.ts";
import { idSchema } from "../kernel/id-schema.ts";

export const languages = ["en", "he", "hu", "ru"] as const;
export type Language = (typeof languages)[number];

/** Stored in lower case, so that an address has one user. */
export const EmailSchema = z
  .string("validation.email")
  .overwrite((text) => addressIn(text) ?? text)
  .max(254, "validation.email")
  .regex(emailForm, "validation.email");
/** Long rather than complicated (NIST SP 800-63B). The upper bound limits the cost of hashing. */
export const PasswordSchema = z.string().min(8, "validation.passwordLength").max(200, "validation.passwordLength");

const CodeSchema = z
  .string()
  .trim()
  .regex(/^\d{6}$/, "validation.code");

export const SignUpInput = z.object({
  name: z.string().trim().min(1).max(120),
  email: EmailSchema,
  password: PasswordSchema,
  language: z.enum(languages).default("en"),
});
export const SignInInput = z.object({ email: EmailSchema, password: z.string().min(1).max(200) });
export const RequestCodeInput = z.object({ email: EmailSchema });
export const SignInWithCodeInput = z.object({
  email: EmailSchema,
  code: CodeSchema,
});
export const ConfirmSignUpInput = z.object({ signUpToken: z.string().min(1).max(100), code: CodeSchema });
export const ResetPasswordInput = z.object({ email: EmailSchema, code: CodeSchema, password: PasswordSchema });
export const ChangePasswordInput = z.object({
  currentPassword: z.string().min(1, "validation.required").max(200),
  password: PasswordSchema,
});
export const SwitchInput = z.object({ orgId: idSchema("org") });
