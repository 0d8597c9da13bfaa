import * as z from "zod";
import { commit, commitContextOf } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { newId } from "../kernel/id.ts";
import { type OrgContext, procedure, requireRight } from "../kernel/procedure.ts";
import { madeBefore, movingOf, reachOf, requireChangeable } from "../views/index.ts";
import { ViewRef, type ViewsMoved } from "../views/schema.ts";
import {
  type ChangedTaskView,
  CreateTaskViewInput,
  ReorderTaskViewsInput,
  type TaskView,
  UpdateTaskViewInput,
} from "./schema.ts";
import { allTaskViews, firstOrder, getTaskView, taskViewChange, taskViewCreation, taskViewRemoval } from "./store.ts";

/** Limit of views: a longer list would not be usable, and all of them are read together. */
const maxViews = 500;

/** Views of tasks are for those who see tasks; what each of them sees of a view are their own. */
const requireTasks = (context: OrgContext): unknown => requireRight(["TASKS", "read"], context);

const list = procedure({
  name: "taskViews.list",
  kind: "query",
  input: z.object({}),
  can: ["CARDS_TABLE_VIEWS", "read"],
  async run(_, context): Promise<TaskView[]> {
    requireTasks(context);
    const [views, isReached] = await Promise.all([allTaskViews(context.principal.orgId), reachOf(context)]);
    return views.filter(isReached);
  },
});

const create = procedure({
  name: "taskViews.create",
  kind: "mutation",
  input: CreateTaskViewInput,
  can: ["CARDS_TABLE_VIEWS", "create"],
  async run({ viewId, ...input }, context): Promise<ChangedTaskView> {
    requireTasks(context);
    const { orgId, userId } = context.principal;
    const id = viewId ?? context.once?.newId("viw") ?? newId("viw", context.clock.now());
    const { result, records } = await commit(commitContextOf(context), async () => {
      const views = await allTaskViews(orgId);
      const earlier = madeBefore(views, id, userId);
      if (earlier) return { writes: [], records: [], result: earlier };
      if (views.length >= maxViews) throw new KartisError("INVALID_INPUT", { fields: { name: "validation.arraySize" } });
      const view: TaskView = { ...input, id, ownerId: userId, order: firstOrder(id), version: 1, stateVersion: 1 };
      const { write, change } = taskViewCreation(orgId, view);
      return { writes: [write], records: [{ changes: [change] }], result: view };
    });
    return { ...result, recordId: records[0]?.id ?? null };
  },
});

const update = procedure({
  name: "taskViews.update",
  kind: "mutation",
  input: UpdateTaskViewInput,
  can: ["CARDS_TABLE_VIEWS", "update"],
  async run({ viewId, expectedVersion, ...changes }, context): Promise<ChangedTaskView> {
    requireTasks(context);
    const { orgId, userId } = context.principal;
    const { result, records } = await commit(commitContextOf(context), async () => {
      const current = await requireChangeable(context, getTaskView(orgId, viewId, userId), { ...changes, expectedVersion });
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const next: TaskView = { ...current, ...given };
      if (JSON.stringify(next) === JSON.stringify(current)) return { writes: [], records: [], result: current };
      const { write, change, view } = taskViewChange(orgId, current, next);
      return { writes: [write], records: [{ changes: [change] }], result: view };
    });
    return { ...result, recordId: records[0]?.id ?? null };
  },
});

const remove = procedure({
  name: "taskViews.remove",
  kind: "mutation",
  input: ViewRef,
  can: ["CARDS_TABLE_VIEWS", "delete"],
  async run({ viewId }, context): Promise<ChangedTaskView> {
    requireTasks(context);
    const { orgId, userId } = context.principal;
    const { result, records } = await commit(commitContextOf(context), async () => {
      const view = await requireChangeable(context, getTaskView(orgId, viewId, userId));
      const { write, change } = taskViewRemoval(orgId, view);
      return { writes: [write], records: [{ changes: [change] }], result: view };
    });
    return { ...result, recordId: records[0]?.id ?? null };
  },
});

const reorder = procedure({
  name: "taskViews.reorder",
  kind: "mutation",
  input: ReorderTaskViewsInput,
  can: ["CARDS_TABLE_VIEWS", "update"],
  async run({ viewIds }, context): Promise<ViewsMoved> {
    requireTasks(context);
    const { orgId } = context.principal;
    const isReached = await reachOf(context);
    const { result, records } = await commit(commitContextOf(context), async () => {
      const views = await allTaskViews(orgId);
      const wanted = [...new Set(viewIds)].flatMap((viewId) => views.find((view) => view.id === viewId && isReached(view)) ?? []);
      // The given views share out the places they already have, so the others stay where they are. Equal places (created in the same millisecond) are spread.
      const places = wanted.map(({ order }) => order).toSorted((a, b) => a - b);
      for (const [at, place] of places.entries()) places[at] = at > 0 ? Math.max(place, (places[at - 1] ?? 0) + 0.001) : place;
      const moved = wanted.flatMap((view, at) => {
        const order = places[at] ?? view.order;
        return order === view.order ? [] : [taskViewChange(orgId, view, { ...view, order })];
      });
      return movingOf(moved);
    });
    return { ...result, recordIds: records.map(({ id }) => id) };
  },
});

export const taskViewProcedures = [list, create, update, remove, reorder] as const;
