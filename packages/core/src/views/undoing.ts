import type { Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type ViewId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import { sameValue } from "../kernel/same-value.ts";
import { requireChangeable } from "./reach.ts";
import { isHiddenFrom, type OwnedView } from "./rules.ts";

type Values = Readonly<Record<string, unknown>>;

/** A write of a view in the place of another, and its change for the journal. */
export interface ViewWrite {
  readonly writes: readonly Write[];
  readonly change: Change;
}

/** How views of a kind are read and written, those of cards and those of tasks. */
export interface ViewKind<V> {
  find(orgId: OrgId, viewId: ViewId): Promise<V | undefined>;
  /** The values that the journal keeps. */
  valuesOf(view: V): Values;
  /** A deleted view as the journal kept it. Throws PRECONDITION_FAILED where it can be of nothing any more. */
  revived(orgId: OrgId, viewId: ViewId, values: Values, version: number): Promise<V>;
  withValues(view: V, values: Values): V;
  creation(orgId: OrgId, view: V): ViewWrite;
  change(orgId: OrgId, current: V, next: V): ViewWrite;
  removal(orgId: OrgId, view: V): ViewWrite;
}

/**
 * The inverse of a view's change as an ordinary write; undefined where it is so already. A value counts as changed since when it is neither what the change left
 * nor what was there before it; where a view stands among the others is no part of what it is. Throws NOT_FOUND, also for another's private view; FORBIDDEN;
 * CONFLICT; PRECONDITION_FAILED.
 */
export async function inverseOfViewChange<V extends OwnedView & { readonly stateVersion: number }>(
  kind: ViewKind<V>,
  { action, subject, before, after, version }: Change,
  context: OrgContext,
): Promise<ViewWrite | undefined> {
  const { orgId, userId } = context.principal;
  if (!isId("viw", subject.id)) throw new KartisError("NOT_FOUND");
  const current = await kind.find(orgId, subject.id);
  if (current && isHiddenFrom(current, userId)) throw new KartisError("NOT_FOUND");
  const isAs = (view: V, values: Values | null) =>
    Object.entries(kind.valuesOf(view)).every(([name, value]) => name === "order" || sameValue(value, values?.[name]));
  switch (action) {
    case "view.create":
      if (!current) return undefined;
      await requireChangeable(context, current);
      if (!isAs(current, after)) throw changedSince();
      return kind.removal(orgId, current);
    case "view.delete": {
      if (current && !isAs(current, before)) throw changedSince();
      if (current) return undefined;
      const revived = await kind.revived(orgId, subject.id, before ?? {}, version + 1);
      if (isHiddenFrom(revived, userId)) throw new KartisError("NOT_FOUND");
      await requireChangeable(context, revived);
      return kind.creation(orgId, revived);
    }
    case "view.update": {
      if (!current) throw new KartisError("NOT_FOUND");
      const now = kind.valuesOf(current);
      const names = Object.keys(before ?? {}).filter((name) => !sameValue(now[name], before?.[name]));
      if (names.some((name) => !sameValue(now[name], after?.[name]))) throw changedSince();
      const restored = kind.withValues(current, Object.fromEntries(names.map((name) => [name, before?.[name] ?? null])));
      await requireChangeable(context, current, { isPrivate: restored.isPrivate && !current.isPrivate });
      return names.length > 0 ? kind.change(orgId, current, restored) : undefined;
    }
    default:
      throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
  }
}

const changedSince = () => new KartisError("CONFLICT", { messageKey: "errors.undo.changedActivity" });
