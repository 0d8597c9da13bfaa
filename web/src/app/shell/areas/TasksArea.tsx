import filled from "@fluentui/svg-icons/icons/checkbox_checked_20_filled.svg?icon";
import regular from "@fluentui/svg-icons/icons/checkbox_checked_20_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import type { Me } from "../../../lib/session.ts";
import { Area } from "./Area.tsx";
import { DeniedTasks } from "../later-areas.tsx";

/** The way to the tasks. */
export function TasksArea({ me, look }: { me: Me; look: "rail" | "tab" }) {
  const label = useT()("shell.tasks");
  if (!me.permissions["TASKS.read"]) return <DeniedTasks icon={regular} label={label} look={look} />;
  return <Area look={look} href="/tasks" label={label} icon={regular} activeIcon={filled} />;
}
