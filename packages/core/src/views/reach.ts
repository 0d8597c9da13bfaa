import { scopeFor } from "../cards/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { ViewId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import { isHiddenFrom, type OwnedView } from "./rules.ts";

/** The views the call's permission covers: its own, and shared ones of the people in its scope. */
export async function reachOf(context: OrgContext): Promise<(view: OwnedView) => boolean> {
  const scope = await scopeFor(context.principal, context.level);
  const { userId } = context.principal;
  return (view) =>
    view.isPrivate
      ? !isHiddenFrom(view, userId)
      : scope.kind === "organization" || scope.userIds.some((known) => known === view.ownerId);
}

interface ViewChange {
  /** The version the caller has seen. */
  readonly expectedVersion?: number | undefined;
  readonly isPrivate?: boolean | undefined;
  readonly state?: unknown;
}

/**
 * The view that is being read, for a call that removes it or makes this change. Throws FORBIDDEN where the permission does not cover it, as a shared view can be
 * seen by more people than may change it; CONFLICT for a state that was changed after the version the caller has seen, while a name merges.
 */
export async function requireChangeable<V extends OwnedView & { readonly stateVersion: number }>(
  context: OrgContext,
  reading: Promise<V> | V,
  { expectedVersion, isPrivate, state }: ViewChange = {},
): Promise<V> {
  const [view, isReached] = await Promise.all([reading, reachOf(context)]);
  if (!isReached(view)) throw new KartisError("FORBIDDEN");
  if (state && expectedVersion !== undefined && view.stateVersion > expectedVersion)
    throw new KartisError("CONFLICT", { fields: { view: "validation.changedMeanwhile" } });
  // A view that becomes private belongs to the person who takes it away from the others, and they may only do so with their own.
  if (isPrivate && view.ownerId !== context.principal.userId) throw new KartisError("FORBIDDEN");
  return view;
}

/** The view that an earlier call of the same person made under this id. Throws CONFLICT where it is another person's. */
export function madeBefore<V extends OwnedView & { readonly id: ViewId }>(
  views: readonly V[],
  viewId: ViewId,
  userId: OwnedView["ownerId"],
): V | undefined {
  const found = views.find(({ id }) => id === viewId);
  if (found && found.ownerId !== userId) throw new KartisError("CONFLICT");
  return found;
}
