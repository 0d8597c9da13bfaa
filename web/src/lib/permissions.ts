import type { PermissionAction, PermissionType } from "@kartis/core/kernel/permission.ts";
import { useQuery } from "@tanstack/react-query";
import { meOptions } from "./session.ts";

/** A permission type and action, e.g. `["CARD_TYPES", "update"]`. */
export type Right = readonly [PermissionType, PermissionAction];

/** Whether the signed-in person has the permission, at any level. The server decides; screens only mirror it. */
export function useCan(): (right: Right) => boolean {
  const { data: me } = useQuery(meOptions());
  return ([type, action]) => me?.permissions[`${type}.${action}`] !== undefined;
}

/** Whether the signed-in person has the permission for all records of the organization, not only some. */
export function useCanAll(): (right: Right) => boolean {
  const { data: me } = useQuery(meOptions());
  return ([type, action]) => me?.permissions[`${type}.${action}`] === "ORGANIZATION";
}
