import { cardTypesOf } from "../cards/index.ts";
import { KartisError } from "../kernel/error.ts";
import { freeSlug } from "./naming.ts";
import type { SavedView } from "./schema.ts";
import { allViews, findView, valuesOf, viewChange, viewCreation, viewOfValues, viewRemoval } from "./store.ts";
import type { ViewKind } from "./undoing.ts";

/** Views of lists of cards, as undo reads and writes them. */
export const cardViewKind: ViewKind<SavedView> = {
  find: findView,
  valuesOf,
  async revived(orgId, viewId, values, version) {
    const view = viewOfValues(values, { viewId, version, stateVersion: version });
    const [types, views] = await Promise.all([cardTypesOf(orgId), allViews(orgId)]);
    if (view.typeId !== null && !types.some(({ id }) => id === view.typeId))
      throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
    // Another may have been saved under its address since.
    const taken = new Set(views.filter(({ typeId }) => typeId === view.typeId).map(({ slug }) => slug));
    return { ...view, slug: freeSlug(view.slug, taken) };
  },
  withValues: (view, values) => viewOfValues({ ...valuesOf(view), ...values }, { ...view, viewId: view.id }),
  creation: viewCreation,
  change(orgId, current, next) {
    const { write, change } = viewChange(orgId, current, next);
    return { writes: [write], change };
  },
  removal: viewRemoval,
};
