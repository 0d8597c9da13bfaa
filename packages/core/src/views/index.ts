/*
 * Saved views of lists: what is filtered, sorted and shown, and as what. Owns: views and the locks on their addresses.
 * Invariant: a private view is seen and changed by its owner alone; a slug is one view's among those of its type.
 * Records: view.create, view.update, view.delete.
 */
export { viewProcedures } from "./procedures.ts";
export { viewCreation } from "./store.ts";
