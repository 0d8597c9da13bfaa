import { ChangedTask, FoundActivities, TaskList, TaskWithCard, TasksChanged } from "../answers/tasks.ts";
import type { Exposures } from "../exposure.ts";

export const tasks = {
  "tasks.list": {
    method: "GET",
    path: "/tasks",
    tag: "Tasks",
    summary: "List tasks",
    description: "Open ones by when they are due, done ones the latest first. `timeZone` says where days begin and end.",
    output: TaskList,
    example: ({ cardId }) => ({ timeZone: "Europe/Budapest", cardId, limit: 20 }),
  },
  "tasks.create": {
    method: "POST",
    path: "/tasks",
    tag: "Tasks",
    summary: "Create a task",
    description:
      "`due` is a day, which means until its end, or an instant. It is assigned to the caller unless somebody is named.",
    status: 201,
    output: ChangedTask,
    example: ({ cardId }) => ({ title: "Call back", due: "2030-06-01", priority: "HIGH", cardId }),
  },
  "tasks.updateMany": {
    method: "PATCH",
    path: "/tasks",
    tag: "Tasks",
    summary: "Change up to 48 tasks",
    description: "Each change stands for itself: the answer says of each what became of it.",
    output: TasksChanged,
    example: ({ taskId }) => ({ changes: [{ taskId, done: true }] }),
  },
  "tasks.get": {
    method: "GET",
    path: "/tasks/{taskId}",
    tag: "Tasks",
    summary: "Get a task",
    output: TaskWithCard,
    example: ({ taskId }) => ({ taskId }),
  },
  "tasks.update": {
    method: "PATCH",
    path: "/tasks/{taskId}",
    tag: "Tasks",
    summary: "Change a task",
    description:
      "Only the values that are sent change; null takes one away. With `expectedVersion`, a value that somebody changed after that version is a CONFLICT, and others merge.",
    output: ChangedTask,
    example: ({ taskId }) => ({ taskId, priority: "LOW" }),
  },
  "tasks.remove": {
    method: "DELETE",
    path: "/tasks/{taskId}",
    tag: "Tasks",
    summary: "Put a task into the trash",
    output: ChangedTask,
    example: ({ taskId }) => ({ taskId }),
  },
  "tasks.restore": {
    method: "POST",
    path: "/tasks/{taskId}/restore",
    tag: "Tasks",
    summary: "Take a task out of the trash",
    output: ChangedTask,
    example: ({ taskId }) => ({ taskId }),
  },
  "activities.search": {
    method: "POST",
    path: "/activities/search",
    tag: "Activities",
    summary: "Search activities by their reminders",
    description:
      "One type of activity at a time, those with the earliest reminder first, at most 100. Of a series, each is found once, by its first reminder in the range.",
    output: FoundActivities,
    example: ({ userId }) => ({
      type: "TASK",
      done: false,
      assignedTo: userId,
      reminder: { from: "2030-06-01T00:00:00.000Z", until: "2030-06-02T00:00:00.000Z" },
    }),
  },
} as const satisfies Exposures;
