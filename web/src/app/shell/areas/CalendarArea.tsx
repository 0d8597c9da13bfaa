import filled from "@fluentui/svg-icons/icons/calendar_ltr_20_filled.svg?icon";
import regular from "@fluentui/svg-icons/icons/calendar_ltr_20_regular.svg?icon";
import { Area } from "./Area.tsx";
import { DeniedTasks } from "../later-areas.tsx";
import { useT } from "../../../lib/i18n.tsx";
import type { Me } from "../../../lib/session.ts";

/** The way to the calendar, which has meetings and tasks. */
export function CalendarArea({ me, look }: { me: Me; look: "rail" | "tab" }) {
  const label = useT()("shell.calendar");
  if (!me.permissions["MEETINGS.read"] && !me.permissions["TASKS.read"])
    return <DeniedTasks icon={regular} label={label} look={look} />;
  return <Area look={look} href="/calendar" label={label} icon={regular} activeIcon={filled} />;
}
