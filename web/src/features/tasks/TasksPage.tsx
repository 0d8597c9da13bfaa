import { useQuery } from "@tanstack/react-query";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { DeniedState } from "../../ui/feedback/EmptyState.tsx";
import { useCardTypes } from "../records/card-types.ts";
import { TaskScreen } from "./list/TaskScreen.tsx";
import styles from "./list/TasksPage.module.css";
import { taskListHref } from "./search.ts";
import { useTasksSearch } from "./useTasksSearch.ts";

/** `/tasks`: the tasks, their owners and their due dates. */
export function TasksPage() {
  const t = useT();
  const can = useCan();
  const address = useTasksSearch();
  const { search, view } = address;
  const { types } = useCardTypes();
  const { data: me } = useQuery(meOptions());
  const type = types?.find(({ slug }) => slug === search.type);
  const title = view
    ? view.name
    : search.type && search.list === "team" && type
      ? type.pluralName
      : t(`tasks.list.${search.list}`);
  useTitle(title);
  useCrumbs([{ label: t("tasks.title"), href: taskListHref({}) }, { label: title }]);
  if (me && !can(["TASKS", "read"]))
    return (
      <div className={styles.denied}>
        <DeniedState level={1} />
      </div>
    );
  return <TaskScreen title={title} address={address} />;
}
