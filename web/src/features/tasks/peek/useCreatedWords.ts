import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useNameOf } from "../../cards/members.tsx";

/** Text with the task's author and date. */
export function useCreatedWords({ createdBy, createdAt }: Task): string {
  const t = useT();
  const format = useFormat();
  const name = useNameOf()(createdBy ?? "");
  const date = format.date(createdAt);
  return createdBy && name ? t("tasks.createdBy", { name, date }) : t("tasks.createdOn", { date });
}
