import { scopeFor } from "../cards/index.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import type { SavedView } from "./schema.ts";

type Owned = Pick<SavedView, "isPrivate" | "ownerId">;

/** The people whose shared views the call covers, besides its own private ones: everybody, or these. */
export async function reachOf(context: OrgContext): Promise<(view: Owned) => boolean> {
  const scope = await scopeFor(context.principal, context.level);
  const { userId } = context.principal;
  return (view) =>
    view.isPrivate
      ? view.ownerId === userId
      : scope.kind === "organization" || scope.userIds.some((known) => known === view.ownerId);
}
