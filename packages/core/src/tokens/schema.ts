import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import type { Id, UserId } from "../kernel/id.ts";
import type { Grants } from "../kernel/permission.ts";
import { GrantsSchema } from "../organizations/roles/schema.ts";
import { maxTokenDays } from "./rules.ts";

export const TokenIdSchema = idSchema("tkn");

export const CreateTokenInput = z.object({
  name: z.string().trim().min(1).max(100),
  /** Permissions, limited to the creator's own. */
  grants: GrantsSchema.refine((grants) => Object.keys(grants).length > 0, "validation.required"),
  expiresInDays: z.number().int().min(1).max(maxTokenDays),
});
export const TokenRef = z.object({ tokenId: TokenIdSchema });

/** A token as displayed: never its secret, which is shown once. */
export interface ApiToken {
  readonly id: Id<"tkn">;
  readonly name: string;
  /** The beginning of the token, to recognize it by. */
  readonly prefix: string;
  readonly grants: Grants;
  readonly userId: UserId;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Accurate to some minutes; null for never. */
  readonly lastUsedAt: string | null;
}
/** Shown to its creator, once. */
export interface CreatedToken extends ApiToken {
  readonly secret: string;
}
