import { KartisError } from "../kernel/error.ts";
import type { OrgContext } from "../kernel/procedure.ts";

/** Who may delete any card of the organization answers for what it keeps of people; a right that reaches only some cards would leave the others out unseen. */
export const right = ["CARDS", "delete"] as const;

/** Throws NO_PERMISSION for a right that does not reach all of the organization; what one may not see one may not take with one, nor away. */
export function requireWhole({ level, principal }: Pick<OrgContext, "level" | "principal">): void {
  if (level !== "ORGANIZATION" || principal.grants["CARDS.read"] !== "ORGANIZATION")
    throw new KartisError("NO_PERMISSION", { params: { action: right[1], type: right[0] } });
}
