import { createHash } from "node:crypto";
import * as z from "zod";
import { CardIdSchema } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { operationType } from "../operations/schema.ts";

/** Input of an erasure: ids only. Cards with the remains of their values… */
const CardErasureJob = z.object({ cardIds: z.array(CardIdSchema).min(1) });
/** …or the name of a person who has deleted their account. */
const MemberErasureJob = z.object({
  userId: idSchema("usr"),
  /** Address as hashed by `hashedAddress`. */
  address: z.string(),
  avatarId: idSchema("fil").nullable(),
});
export type MemberErasureJob = z.output<typeof MemberErasureJob>;

/** Deletes the data about a person, step after step; a step that takes longer than a run notes its own position. */
export const erasureOperation = operationType(
  "erasure",
  z.union([CardErasureJob, MemberErasureJob]),
  z.object({ step: z.number(), counts: z.record(z.string(), z.number()), inner: z.unknown().optional() }),
);

/** Stands for an address where it must be recognized but not stored. */
export const hashedAddress = (email: string): string => createHash("sha256").update(email.toLowerCase()).digest("base64url");

export const personExportOperation = operationType("personExport", z.object({ cardId: CardIdSchema }));

export interface PersonalDataPreview {
  /** Count of each kind; kinds without any are left out. */
  readonly parts: readonly { readonly name: string; readonly count: number }[];
  /** Data that would be kept, with the catalogue key of the reason. */
  readonly kept: readonly { readonly reason: string; readonly count: number }[];
}
