import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useCommands } from "../../../lib/commands.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import addIcon from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import { Button } from "../../../ui/actions/Button.tsx";
import { showToast } from "../../../ui/feedback/toasts.ts";
import { useIsPhone } from "../../cards/list/useIsPhone.ts";
import { QuickAdd, type QuickAddHandle } from "../add/QuickAdd.tsx";
import { moveToToday, toggleDone } from "../changes/acts.ts";
import type { Choice, ChoiceKind } from "../choices/choice.ts";
import { Choices } from "../choices/Choices.tsx";
import { useLiveTasks } from "../live.ts";
import { TaskPeek } from "../peek/TaskPeek.tsx";
import { permitted, useWhyNotTask } from "../rights.ts";
import type { ChangeSearch, TasksSearch } from "../search.ts";
import { useClosedGroups } from "./closed.ts";
import { givenBy } from "./given.ts";
import { KeyHints } from "./KeyHints.tsx";
import { NoTasks } from "./NoTasks.tsx";
import { TaskBulkBar } from "./TaskBulkBar.tsx";
import { TaskHeader } from "./TaskHeader.tsx";
import { TaskSkeleton } from "./TaskSkeleton.tsx";
import styles from "./TasksPage.module.css";
import { type TableHandle, TaskTable } from "./TaskTable.tsx";
import { useOpenTask } from "./useOpenTask.ts";
import { useSelection } from "./useSelection.ts";
import { useTaskCommands } from "./useTaskCommands.ts";
import { useTaskList } from "./useTaskList.ts";

const Failure = later(async () => (await import("../../../app/Failure.tsx")).default);

interface TaskScreenProps {
  title: string;
  search: TasksSearch;
  change: ChangeSearch;
}

/** A list of tasks, with the line that adds one above it and the open one beside it. */
export function TaskScreen({ title, search, change }: TaskScreenProps) {
  const t = useT();
  const router = useRouter();
  const isPhone = useIsPhone();
  const list = useTaskList(search);
  const { closed, toggle } = useClosedGroups();
  const table = useRef<TableHandle>(null);
  const add = useRef<QuickAddHandle>(null);
  const lastPlace = useRef(0);
  const [choice, setChoice] = useState<Choice>();
  const [activeId, setActiveId] = useState<string>();
  const whyNot = useWhyNotTask();
  useLiveTasks();

  const visible = (list.sections ?? []).flatMap((section) => (closed.has(section.name) ? [] : section.tasks));
  const { task: _, ...listed } = search;
  const listKey = JSON.stringify(listed);
  const selection = useSelection(listKey, visible);
  const { open, isGone, cardOf } = useOpenTask(search.task, list);
  const active = visible.find(({ id }) => id === activeId) ?? visible.find(({ id }) => id === search.task);
  const selected = visible.filter(({ id }) => selection.ids.has(id));
  const single = active ?? open;
  const targets = selected.length > 0 ? selected : single ? [single] : [];
  const place = active ? visible.indexOf(active) : -1;
  useEffect(() => {
    if (place >= 0) lastPlace.current = place;
  }, [place]);

  const show = (task: Task | undefined) => change({ task: task?.id }, isPhone && task !== undefined);
  function goTo(task: Task | undefined) {
    if (!task) return;
    table.current?.focus(task.id);
    if (search.task !== undefined) show(task);
  }
  /** From where the last one stood, when it has left the list. */
  function step(by: 1 | -1) {
    if (place >= 0) goTo(visible[place + by]);
    else goTo(visible[lastPlace.current + (by > 0 ? 0 : -1)] ?? visible[0]);
  }
  function close() {
    const back = single;
    show(undefined);
    if (back) setTimeout(() => table.current?.focus(back.id));
  }
  function choose(kind: ChoiceKind, tasks: readonly Task[], anchor: Element | undefined) {
    const may = kind === "menu" ? tasks : permitted("update", tasks);
    if (anchor && may.length > 0) setChoice({ kind, tasks: may, anchor });
  }
  /** At the row, or at the peek's fields where the list does not show the task. */
  const anchorOf = (task: Task | undefined) =>
    (task && table.current?.anchorOf(task.id)) ?? document.querySelector("[data-peek] footer") ?? undefined;
  const openCard = single && cardOf(single)?.href;

  // A link may lead to a task that is in the trash by now, or out of sight.
  useEffect(() => {
    if (!isGone) return;
    showToast({ tone: "info", code: "tasks.gone", givesWay: true, title: t("tasks.gone") });
    change({ task: undefined }, false);
    // Once for each task; `change` is new on each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isGone, t]);

  useTaskCommands({
    targets,
    step,
    select: () => single && selection.toggle(single.id),
    choose: (kind) => choose(kind, targets, anchorOf(single ?? targets[0])),
    openCard: openCard ? () => void router.navigate({ href: openCard }) : single && (() => show(single)),
    peek: () => single && (search.task === single.id ? close() : show(single)),
    leave: selected.length > 0 ? selection.clear : search.task ? close : undefined,
  });
  const focusAdd = () => add.current?.focus();
  const mayCreate = whyNot("create") === undefined;
  useCommands([
    mayCreate && { id: "tasks.new", label: t("tasks.new"), group: "create", icon: addIcon, shortcut: "N", run: focusAdd },
  ]);

  /** Enter and Space on a button are the button's own. */
  function onKeyDown(event: KeyboardEvent) {
    if (!["Enter", " "].includes(event.key) || !(event.target instanceof Element)) return;
    if (event.target.closest("button, a, [role=button], [role=checkbox]")) event.nativeEvent.stopPropagation();
  }

  return (
    <div className={styles.page} onKeyDown={onKeyDown} role="presentation">
      <TaskHeader title={title} search={search} change={change} filterWith={list.filterWith} onAdd={focusAdd} />
      <div className={styles.progress} data-busy={list.isSwitching || undefined} />
      <div className={styles.body}>
        <div className={styles.list}>
          {search.list !== "done" && mayCreate && (
            <QuickAdd
              ref={add}
              given={givenBy(search)}
              onLeave={() => {
                const first = active ?? visible[0];
                if (first) table.current?.focus(first.id);
                else add.current?.blur();
              }}
            />
          )}
          {list.error ? (
            <Failure error={list.error} onRetry={list.retry} />
          ) : !list.sections ? (
            <TaskSkeleton />
          ) : list.sections.length === 0 ? (
            <NoTasks search={search} change={change} onAdd={mayCreate ? focusAdd : undefined} />
          ) : (
            <TaskTable
              ref={table}
              label={title}
              listKey={listKey}
              sections={list.sections}
              closed={closed}
              isOfAllDone={search.list === "done"}
              cardOf={cardOf}
              activeId={active?.id}
              openId={search.task}
              selected={selection.ids}
              actions={{
                onPress: (task, event) => {
                  if (event.target instanceof Element && event.target.closest("a, button")) return;
                  setActiveId(task.id);
                  if (event.shiftKey) selection.extend(task.id);
                  else if (event.metaKey || event.ctrlKey) selection.toggle(task.id);
                  else show(task);
                },
                onFocus: (task) => setActiveId(task.id),
                onDone: (task) => toggleDone([task]),
                onMenu: (task, anchor) => choose("menu", [task], anchor),
              }}
              headAction={(section) =>
                section.name === "overdue" &&
                whyNot("update") === undefined && (
                  <Button variant="ghost" size={24} onPress={() => void list.allOverdue().then(moveToToday).catch(reportFailure)}>
                    {t("tasks.moveAllToToday")}
                  </Button>
                )
              }
              onToggle={toggle}
              onActive={setActiveId}
              onRest={list.loadMore}
            />
          )}
          {selected.length > 1 && (
            <TaskBulkBar tasks={selected} onChoose={(kind, anchor) => choose(kind, selected, anchor)} onClear={selection.clear} />
          )}
          {!isPhone && <KeyHints />}
        </div>
        {open && (
          <TaskPeek
            task={open}
            card={cardOf(open)}
            onPrevious={place > 0 ? () => step(-1) : undefined}
            onNext={place >= 0 && place < visible.length - 1 ? () => step(1) : undefined}
            onChoose={(kind, task, anchor) => choose(kind, [task], anchor)}
            onClose={close}
          />
        )}
      </div>
      {choice && (
        <Choices
          choice={choice}
          cardHref={choice.tasks[0] && cardOf(choice.tasks[0])?.href}
          selection={
            choice.tasks[0] && {
              isSelected: selection.ids.has(choice.tasks[0].id),
              toggle: () => choice.tasks[0] && selection.toggle(choice.tasks[0].id),
            }
          }
          onChoice={choose}
          onClose={() => setChoice(undefined)}
        />
      )}
    </div>
  );
}
