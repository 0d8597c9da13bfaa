import { createHash } from "node:crypto";
import * as z from "zod";
import { CardIdSchema } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";

/** What an erasure shall delete, as stored with the operation: ids only. Cards with the remains of their values… */
export const CardErasureJob = z.object({ cardIds: z.array(CardIdSchema).min(1) });
/** …or the name of somebody who has deleted their account. */
export const MemberErasureJob = z.object({
  userId: idSchema("usr"),
  /** As `hashedAddress` gives it. */
  address: z.string(),
  avatarId: idSchema("fil").nullable(),
});
export type MemberErasureJob = z.output<typeof MemberErasureJob>;
export const ErasureJob = z.union([CardErasureJob, MemberErasureJob]);

/** Stands for an address where it must be recognised but not stored. */
export const hashedAddress = (email: string): string => createHash("sha256").update(email.toLowerCase()).digest("base64url");

export const PersonExportJob = z.object({ cardId: CardIdSchema });

export interface PersonalDataPreview {
  /** How much of each kind there is; kinds with nothing are left out. */
  readonly parts: readonly { readonly name: string; readonly count: number }[];
  /** What would stay, and the catalogue key of the reason. */
  readonly kept: readonly { readonly reason: string; readonly count: number }[];
}
