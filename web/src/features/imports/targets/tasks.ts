import { tasksAsTarget } from "@kartis/core/imports/targets/fields/tasks.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { zone } from "../../dates/days.ts";
import { refreshTasks } from "../../tasks/changes/refresh.ts";
import { useActivityWords } from "./activity-words.ts";
import type { ImportTarget } from "./target.ts";

/** Tasks. */
export function useTaskTarget(): ImportTarget {
  const t = useT();
  const can = useCan();
  return {
    ...tasksAsTarget(t),
    id: "tasks",
    name: t("tasks.title"),
    listHref: "/tasks",
    crumbs: [{ label: t("tasks.title"), href: "/tasks" }],
    href: "/tasks/import",
    limit: null,
    timeZone: zone,
    notes: [t("imports.timesIn", { zone })],
    mayTakeBack: () => can(["TASKS", "delete"]),
    refresh: () => void refreshTasks(),
    words: useActivityWords("tasks"),
  };
}
