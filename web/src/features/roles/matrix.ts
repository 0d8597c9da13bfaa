import type { Grants, PermissionAction, PermissionType } from "@kartis/core/kernel/permission.ts";
import type { Level } from "./LevelBars.tsx";

/** The columns, in the order of the screen. */
export const actions = ["read", "create", "update", "delete"] as const satisfies readonly PermissionAction[];

export const levelOf = (grants: Grants, type: PermissionType, action: PermissionAction): Level =>
  grants[`${type}.${action}`] ?? "NONE";
