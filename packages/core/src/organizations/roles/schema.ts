import * as z from "zod";
import { idSchema } from "../../kernel/id-schema.ts";
import type { RoleId } from "../../kernel/id.ts";
import type { PresetNames } from "../../kernel/preset-names.ts";
import { type Grants, isPermission, permissionLevels } from "../../kernel/permission.ts";

export const RoleIdSchema = idSchema("rol");

/** `TYPE.action` → level. Absent ones are denied; unknown permissions are refused. */
export const GrantsSchema = z
  .record(z.string(), z.enum(permissionLevels))
  .refine((grants) => Object.keys(grants).every(isPermission), "validation.enum")
  .transform((grants): Grants => grants);

const name = z.string().trim().min(1).max(100);
const description = z.string().trim().max(500);

export const CreateRoleInput = z.object({ name, description: description.optional(), grants: GrantsSchema.default({}) });
export const UpdateRoleInput = z.object({
  roleId: RoleIdSchema,
  /** The version the caller has seen; a newer one is a CONFLICT, so that no permissions are overwritten unseen. */
  expectedVersion: z.number().int().min(1),
  name: name.optional(),
  description: description.optional(),
  grants: GrantsSchema.optional(),
});
export const RoleRef = z.object({ roleId: RoleIdSchema });

/** The roles every organization starts with (SPEC section 3, "System roles"). */
export const presetRoles = ["SYSTEM_ADMINISTRATOR", "SALES_REPRESENTATIVE", "READ_ONLY_USER"] as const;
export type PresetRole = (typeof presetRoles)[number];

export interface Role {
  readonly id: RoleId;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly grants: Grants;
  /** The preset that it was created from; its name and permissions may have changed since. */
  readonly preset: PresetRole | null;
  readonly presets?: PresetNames;
}

/** A role with how many members have it. */
export interface ListedRole extends Role {
  readonly memberCount: number;
}
