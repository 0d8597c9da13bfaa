import addIcon from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import { type KeyboardEvent, useRef } from "react";
import { useCommands } from "../../../lib/keys/commands.ts";
import { focusSoon } from "../../../lib/keys/held-typing.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later, laterInFocus } from "../../../lib/later.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { QuickAdd, type QuickAddHandle } from "../add/QuickAdd.tsx";
import { Choices } from "../choices/Choices.tsx";
import { useLiveTasks } from "../live.ts";
import { TaskPeek } from "../peek/TaskPeek.tsx";
import { useWhyNotTask } from "../rights.ts";
import type { TasksAddress } from "../useTasksSearch.ts";
import { DragPreview } from "./dragging/DragPreview.tsx";
import { givenBy } from "./given.ts";
import { KeyHints } from "./KeyHints.tsx";
import { TaskBulkBar } from "./TaskBulkBar.tsx";
import { TaskHeader } from "./TaskHeader.tsx";
import { TaskPane } from "./TaskPane.tsx";
import styles from "./TasksPage.module.css";
import type { TableHandle } from "./TaskTable.tsx";
import { useTaskScreen } from "./useTaskScreen.ts";

const ViewBar = later(() => withWords(["views"], import("../views/ViewBar.tsx")).then((module) => module.ViewBar));

const ManyTasksDialog = laterInFocus(() =>
  withWords(["changes", "audit"], import("../many/ManyTasksDialog.tsx")).then((module) => module.ManyTasksDialog),
);

interface TaskScreenProps {
  title: string;
  address: TasksAddress;
}

/** Enter and Space on a button are the button's own. */
function leaveToButtons(event: KeyboardEvent) {
  if (!["Enter", " "].includes(event.key) || !(event.target instanceof Element)) return;
  if (event.target.closest("button, a, [role=button], [role=checkbox]")) event.nativeEvent.stopPropagation();
}

/** A list of tasks, with the line that adds one above it and the open one beside it. */
export function TaskScreen({ title, address }: TaskScreenProps) {
  const t = useT();
  const { search, change } = address;
  const isPhone = useIsPhone();
  const table = useRef<TableHandle>(null);
  const preview = useRef<HTMLDivElement>(null);
  const add = useRef<QuickAddHandle>(null);
  const state = useTaskScreen(address, table, preview);
  const { list, selection, selected, open, choice, choose, many } = state;
  const mayCreate = useWhyNotTask()("create") === undefined;
  const hasAdd = mayCreate && search.list !== "done";
  useLiveTasks();

  /** A list of what is done takes no new task; the one of one's own does. */
  function focusAdd() {
    if (hasAdd) return add.current?.focus();
    change({ list: "mine" });
    focusSoon(
      () => add.current,
      () => undefined,
    );
  }
  useCommands([
    mayCreate && {
      id: "tasks.new",
      label: t("tasks.new"),
      group: "create",
      icon: addIcon,
      shortcut: "N",
      opensField: true,
      run: focusAdd,
    },
  ]);
  function leaveAdd() {
    const first = state.active ?? state.visible[0];
    if (first) table.current?.focus(first.id);
    else document.getElementById("content")?.focus({ preventScroll: true });
  }

  const [chosen] = choice?.tasks ?? [];
  return (
    <div className={styles.page} onKeyDown={leaveToButtons} {...state.focusHandlers} role="presentation">
      <TaskHeader title={title} address={address} filterWith={list.filterWith} onAdd={focusAdd} />
      {(address.view || address.isChanged) && <ViewBar address={address} />}
      <div className={styles.progress} data-busy={list.isSwitching || undefined} />
      <div className={styles.body}>
        <div className={styles.list}>
          {hasAdd && <QuickAdd ref={add} given={givenBy(search)} onLeave={leaveAdd} />}
          <TaskPane
            table={table}
            title={title}
            search={search}
            change={change}
            state={state}
            onAdd={mayCreate ? focusAdd : undefined}
          />
          {state.hasBar && (
            <TaskBulkBar
              tasks={selected}
              count={selection.count}
              many={state.many}
              onSelectAll={selection.selectAll}
              onChoose={(kind, anchor) => choose(kind, selected, anchor)}
              onClear={selection.clear}
              onGone={state.backToRows}
            />
          )}
          {!isPhone && <KeyHints />}
        </div>
        {open && (
          <TaskPeek
            task={open}
            card={state.cardOf(open)}
            onPrevious={state.previous}
            onNext={state.next}
            onChoose={(kind, task, anchor) => choose(kind, [task], anchor)}
            onClose={state.close}
          />
        )}
      </div>
      <DragPreview ref={preview} tasks={state.dragged} />
      {choice && (
        <Choices
          choice={choice}
          cardHref={chosen && state.cardOf(chosen)?.href}
          selection={chosen && { isSelected: selection.ids.has(chosen.id), toggle: () => selection.toggle(chosen.id) }}
          onChoice={choose}
          onMany={many.ask}
          onRemove={state.remove}
          onClose={state.endChoice}
        />
      )}
      {many.asked && (
        <ManyTasksDialog
          selection={many.selected}
          change={many.asked}
          count={selection.count}
          onClose={() => many.ask(undefined)}
          onStarted={() => {
            many.ask(undefined);
            selection.clear();
          }}
        />
      )}
    </div>
  );
}
