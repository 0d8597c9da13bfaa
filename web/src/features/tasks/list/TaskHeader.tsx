import { type TaskChip, taskChips } from "@kartis/core/activities/tasks/rules.ts";
import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import sortIcon from "@fluentui/svg-icons/icons/arrow_sort_16_regular.svg?icon";
import filterIcon from "@fluentui/svg-icons/icons/filter_16_regular.svg?icon";
import { Button as AriaButton } from "react-aria-components/Button";
import { useRouter } from "@tanstack/react-router";
import { client } from "../../../lib/api.ts";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { MenuButton } from "../../../ui/actions/MenuButton.tsx";
import { importIcon } from "../../../ui/display/transfer-icons.ts";
import { Num } from "../../../ui/display/Num.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { ExportButton } from "../../exports/ExportButton.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { zone } from "../../dates/days.ts";
import { useTaskTotal } from "../queries.ts";
import { denialText, useWhyNotTask } from "../rights.ts";
import { isFiltered, orderOf } from "../search.ts";
import type { TasksAddress } from "../useTasksSearch.ts";
import styles from "./TaskHeader.module.css";
import type { TaskListState } from "./useTaskList.ts";

const FilterPanel = later(async () => (await import("./FilterPanel.tsx")).FilterPanel);

const TransferMenu = later(async () => (await import("../../exports/TransferMenu.tsx")).TransferMenu);

const OrderPanel = later(async () => (await import("./OrderPanel.tsx")).OrderPanel);

interface TaskHeaderProps {
  title: string;
  address: TasksAddress;
  filterWith: TaskListState["filterWith"];
  onAdd: () => void;
}

/** The name of the list, what narrows it, and the way to a new task. */
export function TaskHeader({ title, address, filterWith, onAdd }: TaskHeaderProps) {
  const { search, change } = address;
  const t = useT();
  const isPhone = useIsPhone();
  const listed = filterWith(search.chip);
  const notCreated = useWhyNotTask()("create");
  const router = useRouter();
  const goToImport = () => void router.navigate({ href: "/tasks/import" });
  useCommands([
    !notCreated && { id: "tasks.import", label: t("tasks.import"), group: "list", icon: importIcon, run: goToImport },
  ]);
  const exported = {
    label: t("tasks.export"),
    isDisabled: listed === undefined,
    begin: () => client.tasks.export.mutate({ ...listed, ...orderOf(search), timeZone: zone }),
    done: (count: number) => t("tasks.exported", { count }),
  };
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
              onPress={() => change({ chip, ...(chip === "week" ? { due: undefined } : {}) })}
            />
          ))}
        </div>
      )}
      <div className={styles.actions}>
        {search.list !== "done" && (
          <MenuButton
            preload={OrderPanel.preload}
            button={(props) => <IconButton {...props} icon={sortIcon} label={t("tasks.order")} aria-haspopup="dialog" />}
            menu={(trigger) => <OrderPanel trigger={trigger} isSheet={isPhone} search={search} change={change} />}
          />
        )}
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
        {isPhone ? (
          <TransferMenu imported={notCreated ? undefined : { label: t("tasks.import"), open: goToImport }} exported={exported} />
        ) : (
          <>
            {!notCreated && <IconButton icon={importIcon} label={t("tasks.import")} onPress={goToImport} />}
            <ExportButton {...exported} />
          </>
        )}
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
