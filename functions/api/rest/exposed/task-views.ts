import * as z from "zod";
import { TaskView, TaskViewsMoved } from "../answers/task-views.ts";
import type { Exposures } from "../exposure.ts";

export const taskViews = {
  "taskViews.list": {
    method: "GET",
    path: "/task-views",
    tag: "Views",
    summary: "List saved views of tasks",
    output: z.array(TaskView),
    example: () => ({}),
  },
  "taskViews.create": {
    method: "POST",
    path: "/task-views",
    tag: "Views",
    summary: "Save a view of tasks",
    description: "For its maker alone, unless `isPrivate` is false.",
    status: 201,
    output: TaskView,
    example: () => ({
      name: "Urgent",
      isPrivate: false,
      state: { list: "team", priorities: ["HIGH"], sort: "priority" },
    }),
  },
  "taskViews.update": {
    method: "PATCH",
    path: "/task-views/{viewId}",
    tag: "Views",
    summary: "Change a view of tasks",
    output: TaskView,
    example: ({ taskViewId }) => ({ viewId: taskViewId, name: "Most urgent" }),
  },
  "taskViews.remove": {
    method: "DELETE",
    path: "/task-views/{viewId}",
    tag: "Views",
    summary: "Delete a view of tasks",
    output: TaskView,
    example: ({ taskViewId }) => ({ viewId: taskViewId }),
  },
  "taskViews.reorder": {
    method: "PUT",
    path: "/task-views/order",
    tag: "Views",
    summary: "Order the views of tasks",
    description: "These share the places that they have now; others stay where they are.",
    output: TaskViewsMoved,
    example: ({ taskViewId }) => ({ viewIds: [taskViewId] }),
  },
} as const satisfies Exposures;
