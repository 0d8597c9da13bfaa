import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import filterIcon from "@fluentui/svg-icons/icons/filter_16_regular.svg?icon";
import { Button as AriaButton } from "react-aria-components/Button";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { MenuButton } from "../../../ui/actions/MenuButton.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { useIsPhone } from "../../cards/list/useIsPhone.ts";
import { useTaskTotal } from "../queries.ts";
import { denialText, useWhyNotTask } from "../rights.ts";
import { type ChangeSearch, isFiltered, type TaskChip, taskChips, type TasksSearch } from "../search.ts";
import styles from "./TaskHeader.module.css";
import type { TaskListState } from "./useTaskList.ts";

const FilterPanel = later(async () => (await import("./FilterPanel.tsx")).FilterPanel);

interface TaskHeaderProps {
  title: string;
  search: TasksSearch;
  change: ChangeSearch;
  filterWith: TaskListState["filterWith"];
  onAdd: () => void;
}

/** The name of the list, what narrows it, and the way to a new task. */
export function TaskHeader({ title, search, change, filterWith, onAdd }: TaskHeaderProps) {
  const t = useT();
  const isPhone = useIsPhone();
  const notCreated = useWhyNotTask()("create");
  const newTask = (
    <Button variant="primary" icon={add} onPress={onAdd}>
      {t("tasks.new")} <Kbd keys="N" />
    </Button>
  );
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>
        <bdi>{title}</bdi>
      </h1>
      {search.list !== "done" && (
        <div className={styles.chips} role="group" aria-label={t("tasks.chips")}>
          {taskChips.map((chip) => (
            <Chip
              key={chip}
              chip={chip}
              filter={filterWith(chip)}
              isChosen={search.chip === chip}
              onPress={() => change({ chip })}
            />
          ))}
        </div>
      )}
      <div className={styles.actions}>
        <MenuButton
          preload={FilterPanel.preload}
          button={(props) => (
            <Button {...props} variant="ghost" icon={filterIcon} aria-haspopup="dialog">
              {t("tasks.filter")}
              {isFiltered(search) && <span className={styles.dot} />}
            </Button>
          )}
          menu={(trigger) => <FilterPanel trigger={trigger} isSheet={isPhone} search={search} change={change} />}
        />
        {!isPhone &&
          (notCreated ? (
            <Denied label={t("tasks.new")} reason={denialText(t, notCreated)}>
              {newTask}
            </Denied>
          ) : (
            newTask
          ))}
      </div>
    </header>
  );
}

interface ChipProps {
  chip: TaskChip;
  filter: ReturnType<TaskListState["filterWith"]>;
  isChosen: boolean;
  onPress: () => void;
}

function Chip({ chip, filter, isChosen, onPress }: ChipProps) {
  const t = useT();
  const format = useFormat();
  const total = useTaskTotal(filter);
  return (
    <AriaButton className={styles.chip ?? ""} aria-pressed={isChosen} onPress={onPress}>
      {t(`tasks.chip.${chip}`)}
      {total !== undefined && (
        <span className={styles.count}>
          <Num>{format.number(total)}</Num>
        </span>
      )}
    </AriaButton>
  );
}
