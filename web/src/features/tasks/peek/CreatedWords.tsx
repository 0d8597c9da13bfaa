import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { useAutomation } from "../../people/automations.ts";
import { useNameOf } from "../../people/people.ts";

/** Text with the task's author and date; of what an automation made, a way to it. */
export function CreatedWords({ task: { createdBy, createdAt, automationId } }: { task: Task }) {
  const t = useT();
  const format = useFormat();
  const person = useNameOf()(createdBy ?? "");
  const automation = useAutomation(automationId);
  const date = format.date(createdAt);
  if (!automation) return createdBy && person ? t("tasks.createdBy", { name: person, date }) : t("tasks.createdOn", { date });
  const { name, href } = automation;
  const words = name ? t("tasks.createdBy.automation", { name, date }) : t("tasks.createdBy.deletedAutomation", { date });
  return href ? (
    <Link look="quiet" href={href}>
      {words}
    </Link>
  ) : (
    words
  );
}
