import * as z from "zod";
import { KartisError } from "../kernel/error.ts";
import type { UserId } from "../kernel/id.ts";
import type { CallContext } from "../kernel/procedure.ts";
import { findUser, type UserWithSecret } from "../users/index.ts";
import { countFailure } from "./attempts.ts";
import { redeemMailedCode } from "./codes.ts";
import { verifyPassword } from "./password.ts";
import { hasApp, proveByApp } from "./second-factor.ts";

/** Proof of identity that a signed-in person must give before changing how they sign in: an open browser is not enough. */
export const ProofSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("app"), code: z.string().trim().min(1, "validation.required").max(40) }),
  z.object({ kind: z.literal("password"), password: z.string().min(1, "validation.required").max(200) }),
  z.object({ kind: z.literal("mail"), code: z.string().trim().min(1, "validation.required").max(40) }),
]);
export type Proof = z.output<typeof ProofSchema>;

/** The strongest one the person has: their app, else their password, else their mailbox. */
export async function proofKindOf({ id, passwordHash }: UserWithSecret): Promise<Proof["kind"]> {
  return (await hasApp(id)) ? "app" : passwordHash === undefined ? "mail" : "password";
}

/**
 * Throws unless the proof is right, and of the required kind: PRECONDITION_FAILED when that has changed meanwhile, UNAUTHORIZED for a wrong code, INVALID_INPUT
 * for a wrong password. @returns the person
 */
export async function requireProof(
  userId: UserId,
  proof: Proof,
  { clock, client }: Pick<CallContext, "client" | "clock">,
): Promise<UserWithSecret> {
  const user = await findUser(userId);
  if (!user) throw new KartisError("UNAUTHORIZED");
  if (proof.kind !== (await proofKindOf(user)))
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.proofChanged" });
  switch (proof.kind) {
    case "app":
      await proveByApp(userId, proof.code, { clock, client });
      break;
    case "password":
      await countFailure("signIn", { userId }, { clock, client }, async () => {
        if (!(await verifyPassword(proof.password, user.passwordHash)))
          throw new KartisError("INVALID_INPUT", { fields: { password: "validation.wrongPassword" } });
      });
      break;
    case "mail":
      await redeemMailedCode(user.email, proof.code, { clock, client });
  }
  return user;
}
