import { useQuery } from "@tanstack/react-query";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { DeniedState } from "../../ui/feedback/EmptyState.tsx";
import styles from "./CalendarPage.module.css";
import { CalendarScreen } from "./CalendarScreen.tsx";
import { calendarHref, useCalendarSearch } from "./search.ts";

/** `/calendar`: who is where and when, and what is due. */
export function CalendarPage() {
  const t = useT();
  const can = useCan();
  const { search, change } = useCalendarSearch();
  const { data: me } = useQuery(meOptions());
  useTitle(t("shell.calendar"));
  useCrumbs([{ label: t("shell.calendar"), href: calendarHref({}) }]);
  if (me && !can(["MEETINGS", "read"]) && !can(["TASKS", "read"]))
    return (
      <div className={styles.denied}>
        <DeniedState level={1} />
      </div>
    );
  return <CalendarScreen search={search} change={change} />;
}
