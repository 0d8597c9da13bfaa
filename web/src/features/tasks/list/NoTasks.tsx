import icon from "@fluentui/svg-icons/icons/checkbox_checked_20_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { isFiltered, noFilter, type TasksSearch } from "../search.ts";
import type { ChangeSearch } from "../useTasksSearch.ts";
import styles from "./TasksPage.module.css";

interface NoTasksProps {
  search: TasksSearch;
  change: ChangeSearch;
  onAdd: (() => void) | undefined;
}

/** Empty state: there are no tasks, or the filter matches none. */
export function NoTasks({ search, change, onAdd }: NoTasksProps) {
  const t = useT();
  const isNarrowed = isFiltered(search) || search.chip !== "open";
  const showAll = () => change({ chip: "open", ...noFilter });
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={icon}
        title={t(isNarrowed ? "tasks.empty.narrowed" : `tasks.empty.${search.list}`)}
        actions={
          isNarrowed ? (
            <Button onPress={showAll}>{t("tasks.empty.showAll")}</Button>
          ) : (
            onAdd && search.list !== "done" && <Button onPress={onAdd}>{t("tasks.new")}</Button>
          )
        }
      />
    </div>
  );
}
