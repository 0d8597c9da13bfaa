import * as z from "zod";
import { idSchema } from "../../kernel/id-schema.ts";
import type { RoleId } from "../../kernel/id.ts";
import type { Holder } from "./rules.ts";

/** Code as people copy it: in any case, with or without dashes. */
export const Code = z
  .string()
  .transform((text) => text.toUpperCase().replace(/[^A-Z2-7]/g, ""))
  .refine((text) => text.length === 16, "validation.attachCode");
export const CodeInput = z.object({ code: Code });

export const HolderSchema = z.union([z.enum(["OWNER", "ADMIN"]), idSchema("rol")]);
export const GrantInput = z.object({
  childId: idSchema("org"),
  holder: HolderSchema,
  /** The child's role; null removes the access. */
  roleId: idSchema("rol").nullable(),
});
export const RevokeInput = z.object({ holder: HolderSchema, isRevoked: z.boolean() });
/** Without a child: detaches from the caller's own parent. */
export const DetachInput = z.object({ childId: idSchema("org").optional() });

/** A grant as both sides see it. */
export interface ListedGrant {
  readonly holder: Holder;
  /** The name of the parent's role; null for its owner or administrators, and for a deleted role. */
  readonly holderName: string | null;
  readonly roleId: RoleId;
  readonly roleName: string;
  readonly isRevoked: boolean;
}

export interface ChildOrganization {
  readonly orgId: string;
  readonly name: string;
  readonly attachedAt: string;
  readonly grants: readonly ListedGrant[];
  /** The roles that can be granted there; only for administrators. */
  readonly roles: readonly { readonly id: RoleId; readonly name: string }[];
}

/** An organization's relatives. */
export interface Family {
  readonly parent: {
    readonly orgId: string;
    readonly name: string;
    readonly attachedAt: string;
    readonly grants: readonly ListedGrant[];
  } | null;
  readonly children: readonly ChildOrganization[];
  /** Members of a parent who have worked here. */
  readonly visitors: readonly { readonly userId: string; readonly name: string; readonly lastActiveAt: string }[];
}
