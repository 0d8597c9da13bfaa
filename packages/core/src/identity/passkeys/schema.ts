import * as z from "zod";

const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/);

/** An authenticator may use up to 1023 bytes (WebAuthn section 4, Credential ID). */
export const PasskeyIdSchema = base64url(1364);

export const PasskeyNameSchema = z.string().trim().min(1, "validation.required").max(80, "validation.length");

const credential = { id: PasskeyIdSchema, rawId: PasskeyIdSchema, type: z.literal("public-key") };

/** `PublicKeyCredential.toJSON()` of a new credential (WebAuthn section 5.1, RegistrationResponseJSON), the parts that are used. */
export const RegistrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
});

/** The same for an assertion (AuthenticationResponseJSON). */
export const AssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(100).nullish(),
  }),
});

export type Registration = z.output<typeof RegistrationSchema>;
export type Assertion = z.output<typeof AssertionSchema>;
