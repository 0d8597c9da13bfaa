import { type RefObject } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { moveToToday, toggleDone } from "../changes/acts.ts";
import { permitted, useWhyNotTask } from "../rights.ts";
import type { TasksSearch } from "../search.ts";
import type { ChangeSearch } from "../useTasksSearch.ts";
import type { Section } from "../sections.ts";
import { NoTasks } from "./NoTasks.tsx";
import type { RowActions } from "./TaskRow.tsx";
import { TaskSkeleton } from "./TaskSkeleton.tsx";
import { type TableHandle, TaskTable } from "./TaskTable.tsx";
import type { TaskScreenState } from "./useTaskScreen.ts";

const Failure = later(async () => (await import("../../../ui/pages/Failure.tsx")).default);

interface TaskPaneProps {
  table: RefObject<TableHandle | null>;
  title: string;
  search: TasksSearch;
  change: ChangeSearch;
  state: TaskScreenState;
  onAdd: (() => void) | undefined;
}

/** The list itself, or what stands in its place. */
export function TaskPane({ table, title, search, change, state, onAdd }: TaskPaneProps) {
  const t = useT();
  const mayChange = useWhyNotTask()("update") === undefined;
  const { list, selection } = state;
  if (list.error) return <Failure error={list.error} onRetry={list.retry} />;
  if (!list.sections) return <TaskSkeleton />;
  if (list.sections.length === 0) return <NoTasks search={search} change={change} onAdd={onAdd} />;

  const actions: RowActions = {
    onPress: (task, event) => {
      if (event.target instanceof Element && event.target.closest("a, button")) return;
      state.activate(task.id);
      if (event.shiftKey) selection.extend(task.id);
      else if (event.metaKey || event.ctrlKey) selection.toggle(task.id);
      else state.show(task);
    },
    onFocus: (task) => state.activate(task.id),
    onStep: state.step,
    onDone: (task) => toggleDone([task]),
    onMenu: (task, anchor) => state.choose("menu", [task], anchor),
    onSnooze: (task, anchor) => state.choose("snooze", [task], anchor),
  };
  const moveAll = () =>
    void list
      .allOverdue()
      .then((tasks) => moveToToday(permitted("update", tasks)))
      .catch(reportFailure);
  const headAction = ({ kind, key }: Section) =>
    kind === "due" &&
    key === "overdue" &&
    mayChange && (
      <Button variant="ghost" size={24} onPress={moveAll}>
        {t("tasks.moveAllToToday")}
      </Button>
    );
  return (
    <TaskTable
      ref={table}
      label={title}
      listKey={state.listKey}
      sections={list.sections}
      closed={state.groups.closed}
      isOfAllDone={search.list === "done"}
      cardOf={state.cardOf}
      comments={list.comments}
      activeId={state.active?.id}
      openId={search.task}
      selected={selection.ids}
      actions={actions}
      headAction={headAction}
      cardNameOf={(cardId) => list.cards[cardId]?.name}
      hasMore={list.hasMore}
      dragging={state.dragging}
      hasBar={state.hasBar}
      onToggle={state.groups.toggle}
      onActive={state.activate}
      onRest={list.loadMore}
    />
  );
}
