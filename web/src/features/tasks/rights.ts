import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { PermissionLevel } from "@kartis/core/kernel/permission.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { useQuery } from "@tanstack/react-query";
import { currentTranslate } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { type Me, meOptions } from "../../lib/session.ts";
import { showToast } from "../../lib/toasts/toasts.ts";

/** Why something cannot be done with tasks: the role lacks the permission (NONE), or has it for a scope without this task. */
export interface TaskDenial {
  readonly action: "create" | "update" | "delete";
  readonly level: PermissionLevel | "NONE";
}

type WhyNotTask = (action: TaskDenial["action"], task?: Pick<Task, "createdBy" | "assignedTo">) => TaskDenial | undefined;

const whyNotFor =
  (me: Me | undefined): WhyNotTask =>
  (action, task) => {
    // Until the session is known, no reason is shown.
    if (!me) return undefined;
    const level = me.permissions[`TASKS.${action}`];
    if (!level) return { action, level: "NONE" };
    if (!task || level === "ORGANIZATION") return undefined;
    const people: ReadonlySet<unknown> = new Set([me.user.id, ...(level === "ROLE_GROUP" ? me.roleGroup : [])]);
    return people.has(task.createdBy) || people.has(task.assignedTo) ? undefined : { action, level };
  };

/** Why the person may not do it with the task, or with any where none is given. The server decides; this keeps from offering what it would refuse. */
export const useWhyNotTask = (): WhyNotTask => whyNotFor(useQuery(meOptions()).data);

export const denialText = (t: Translate, { action, level }: TaskDenial): string =>
  `${t(`tasks.denied.${action}`, { level })}. ${t("common.denied.message")}.`;

/** Tasks for which the action is permitted; shows why if it is for none. */
export function permitted(action: TaskDenial["action"], tasks: readonly Task[]): readonly Task[] {
  const whyNot = whyNotFor(queryClient.getQueryData(meOptions().queryKey));
  const may = tasks.filter((task) => !whyNot(action, task));
  const denial = tasks.flatMap((task) => whyNot(action, task) ?? [])[0];
  if (may.length === 0 && denial) {
    const t = currentTranslate();
    showToast({
      tone: "info",
      code: `tasks.denied:${action}`,
      givesWay: true,
      title: t(`tasks.denied.${action}`, { level: denial.level }),
      message: t("common.denied.message"),
    });
  }
  return may;
}
