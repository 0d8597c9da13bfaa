import type { ViewKind } from "../views/index.ts";
import type { TaskView } from "./schema.ts";
import { findTaskView, taskViewChange, taskViewCreation, taskViewOfValues, taskViewRemoval, valuesOf } from "./store.ts";

/** Views of tasks, as undo reads and writes them. */
export const taskViewKind: ViewKind<TaskView> = {
  find: findTaskView,
  valuesOf,
  revived: async (_, viewId, values, version) => taskViewOfValues(values, { viewId, version, stateVersion: version }),
  withValues: (view, values) => taskViewOfValues({ ...valuesOf(view), ...values }, { ...view, viewId: view.id }),
  creation(orgId, view) {
    const { write, change } = taskViewCreation(orgId, view);
    return { writes: [write], change };
  },
  change(orgId, current, next) {
    const { write, change } = taskViewChange(orgId, current, next);
    return { writes: [write], change };
  },
  removal(orgId, view) {
    const { write, change } = taskViewRemoval(orgId, view);
    return { writes: [write], change };
  },
};
