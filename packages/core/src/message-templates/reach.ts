import { scopeFor } from "../cards/index.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import type { StoredTemplate } from "./store.ts";

/** Which templates a permission covers: those of the people in its scope; what Kartis sends belongs to the whole organization. */
export async function reachOf({ principal, level }: Pick<OrgContext, "principal" | "level">) {
  const scope = await scopeFor(principal, level);
  return ({ createdBy, kind }: StoredTemplate): boolean =>
    scope.kind === "organization" || (kind === null && scope.userIds.some((known) => known === createdBy));
}
