import { taskGroupings, taskSorts } from "@kartis/core/activities/tasks/rules.ts";
import type { ReactElement } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { Switch } from "../../../ui/inputs/Switch.tsx";
import { PanelTrigger } from "../../../ui/overlays/PanelTrigger.tsx";
import type { TasksSearch } from "../search.ts";
import type { ChangeSearch } from "../useTasksSearch.ts";
import styles from "./TaskHeader.module.css";

interface OrderPanelProps {
  trigger: ReactElement;
  isSheet: boolean;
  search: TasksSearch;
  change: ChangeSearch;
}

/** Grouping and sorting of the list. Changes apply immediately. */
export function OrderPanel({ trigger, isSheet, search, change }: OrderPanelProps) {
  const t = useT();
  return (
    <PanelTrigger
      trigger={trigger}
      title={t("tasks.order")}
      isSheet={isSheet}
      doneLabel={t("tasks.filter.show")}
      placement="bottom end"
      className={styles.panel}
    >
      <div className={styles.fields}>
        <Select
          label={t("tasks.groupBy")}
          value={search.group}
          onChange={(id) => change({ group: taskGroupings.find((known) => known === id) })}
          options={taskGroupings.map((id) => ({ id, label: t(`tasks.by.${id}`) }))}
        />
        <Select
          label={t("tasks.sortBy")}
          value={search.sort}
          onChange={(id) => change({ sort: taskSorts.find((known) => known === id) })}
          options={taskSorts.map((id) => ({ id, label: t(`tasks.by.${id}`) }))}
        />
        <Switch
          isSelected={search.reversed === "yes"}
          onChange={(isReversed) => change({ reversed: isReversed ? "yes" : undefined })}
        >
          {t("tasks.reversed")}
        </Switch>
      </div>
    </PanelTrigger>
  );
}
