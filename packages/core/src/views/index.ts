/*
 * Saved views of lists: how they are filtered, sorted and displayed. Owns: views and the locks on their addresses.
 * Invariant: a private view is seen and changed by its owner alone; a slug belongs to one view among those of its type.
 * Records: view.create, view.update, view.delete.
 */
export { viewProcedures } from "./procedures.ts";
export { movingOf } from "./moving.ts";
export { cardViewKind } from "./kind.ts";
export { inverseOfViewChange, type ViewKind } from "./undoing.ts";
export { madeBefore, reachOf, requireChangeable } from "./reach.ts";
export { viewCreation } from "./store.ts";
