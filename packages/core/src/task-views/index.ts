/*
 * Saved views of tasks: how their list is narrowed, sorted and grouped. Owns: these views.
 * Invariant: a private view is seen and changed by its owner alone; a view shows nobody a task that they do not see without it.
 * Records: view.create, view.update, view.delete.
 */
export { taskViewProcedures } from "./procedures.ts";
export { taskViewKind } from "./kind.ts";
export { isOfTasks } from "./store.ts";
