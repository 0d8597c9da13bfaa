import { KartisError } from "../kernel/error.ts";
import type { OrgContext } from "../kernel/procedure.ts";

/**
 * Only people who may delete any card of the organization answer for what it keeps about people; a permission for some cards would silently leave the others
 * out.
 */
export const right = ["CARDS", "delete"] as const;

/** Throws NO_PERMISSION for a permission that does not cover the whole organization: people can neither export nor delete what they may not see. */
export function requireWhole({ level, principal }: Pick<OrgContext, "level" | "principal">): void {
  if (level !== "ORGANIZATION" || principal.grants["CARDS.read"] !== "ORGANIZATION")
    throw new KartisError("NO_PERMISSION", { params: { action: right[1], type: right[0] } });
}
