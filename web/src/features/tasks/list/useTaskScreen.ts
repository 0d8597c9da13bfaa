import { tasksAtOnce } from "@kartis/core/activities/tasks/rules.ts";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { BulkTaskChange, BulkTaskSelection } from "@kartis/core/bulk/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { useBackToRows } from "../../../ui/collections/useBackToRows.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import type { Choice, ChoiceKind } from "../choices/choice.ts";
import { zone } from "../../dates/days.ts";
import type { AskedFilter } from "../filter/asked.ts";
import { remove } from "../changes/acts.ts";
import { permitted } from "../rights.ts";
import type { TasksAddress } from "../useTasksSearch.ts";
import type { Section } from "../sections.ts";
import { canTake, putInto } from "./dragging/drop.ts";
import { type DragRules, useDragging } from "./dragging/useDragging.ts";
import { useClosedGroups } from "../../../lib/device/useClosedGroups.ts";
import type { TableHandle } from "./TaskTable.tsx";
import { useFocusPlace } from "./useFocusPlace.ts";
import { useOpenTask } from "./useOpenTask.ts";
import { type Selection, useSelection } from "./useSelection.ts";
import { useTaskCommands } from "./useTaskCommands.ts";
import { useTaskList } from "./useTaskList.ts";

/** State of the list: the focused, selected and open tasks, and the open chooser. */
export function useTaskScreen(
  { search, change, isKnown }: TasksAddress,
  table: RefObject<TableHandle | null>,
  preview: RefObject<HTMLElement | null>,
) {
  const t = useT();
  const router = useRouter();
  const isPhone = useIsPhone();
  const rules = useRef<DragRules>(undefined);
  const dragging = useDragging(rules, preview);
  const list = useTaskList(search, isKnown, dragging.ids.size > 0);
  const groups = useClosedGroups("tasks");
  const lastPlace = useRef(0);
  const [choice, setChoice] = useState<Choice>();
  const [asked, setAsked] = useState<BulkTaskChange>();
  const [activeId, setActiveId] = useState<string>();
  const focus = useFocusPlace();

  const visible = (list.sections ?? []).flatMap((section) => (groups.closed.has(section.name) ? [] : section.tasks));
  const { task: _, ...listed } = search;
  const listKey = JSON.stringify(listed);
  const isDoneList = search.list === "done";
  const selection = useSelection(listKey, visible, {
    total: list.whole?.total ?? 0,
    has: ({ done }) => done === isDoneList,
  });
  const backToRows = useBackToRows({
    rows: visible.map(({ id }) => id),
    selected: selection.ids,
    elementOf: (taskId) => table.current?.anchorOf(taskId),
    focus: (taskId) => table.current?.focus(taskId),
  });
  const { open, isGone, cardOf } = useOpenTask(search.task, list);
  const shownRow = visible.find(({ id }) => id === open?.id);
  // While a task is shown, it is the one that is meant, unless the focus is at another row.
  const last = open && focus.place !== "row" ? undefined : visible.find(({ id }) => id === activeId);
  const active = last ?? shownRow;
  const selected = visible.filter(({ id }) => selection.ids.has(id));
  // More than one call takes, or more than is here: it is changed by an operation.
  const isMany = selection.count > tasksAtOnce || selection.count > selected.length;
  const isManyDone = selection.allBut ? isDoneList : selected.every(({ done }) => done);
  const manySelected = selectionOf(selection, selected, list.whole?.filter);
  /** Shows what the change would do before it is done. Tasks chosen one by one go to the trash at once, as cards do. */
  function askMany(wanted: BulkTaskChange | undefined) {
    if (wanted?.kind !== "delete" || selection.allBut) return setAsked(wanted);
    withWords(["changes"], import("../many/change-many.ts"))
      .then(({ changeManyTasks }) => changeManyTasks(manySelected, wanted, selection.count))
      .catch(reportFailure);
    selection.clear();
  }
  const single = active ?? open;
  const isInDetails = open !== undefined && focus.place === "details";
  const targets = selected.length > 0 && !isInDetails ? selected : single ? [single] : [];
  const place = active ? visible.indexOf(active) : -1;
  useEffect(() => {
    if (place >= 0) lastPlace.current = place;
  }, [place]);

  function activate(taskId: string) {
    setActiveId(taskId);
    focus.setPlace("row");
  }
  // On a phone the task covers the list: Back leads to it.
  const show = (task: Task | undefined) => change({ task: task?.id }, isPhone && task !== undefined);
  function goTo(task: Task | undefined) {
    if (!task) return;
    table.current?.focus(task.id);
    if (search.task !== undefined) show(task);
  }
  /** Steps from the last task's position if it has left the list. */
  function step(by: 1 | -1) {
    if (place >= 0) goTo(visible[place + by]);
    else goTo(visible[lastPlace.current + (by > 0 ? 0 : -1)] ?? visible[0]);
  }
  function close() {
    const back = shownRow ?? single;
    // Before the details go, so that it takes nothing away from what is pressed next. On a phone the sheet holds the focus until it is gone.
    if (back && !isPhone) table.current?.focus(back.id);
    show(undefined);
    if (back && isPhone) setTimeout(() => table.current?.focus(back.id));
  }
  function choose(kind: ChoiceKind, tasks: readonly Task[], anchor: Element | undefined) {
    if (isMany && tasks === selected) return anchor && setChoice({ kind, tasks, anchor, isMany });
    const may = kind === "menu" ? tasks : permitted("update", tasks);
    if (anchor && may.length > 0) setChoice({ kind, tasks: may, anchor });
  }
  /** The row, or the details if the list does not show the task. */
  const anchorOf = (task: Task | undefined) =>
    (task && table.current?.anchorOf(task.id)) ?? document.querySelector("[data-peek] footer") ?? undefined;

  /** The section of that name, where one of the tasks is not in it yet. */
  const targetFor = (name: string | undefined, tasks: readonly Task[]): Section | undefined => {
    const section = list.sections?.find((each) => each.name === name);
    if (!section || !canTake(section)) return undefined;
    return tasks.some(({ id }) => !section.tasks.some((task) => task.id === id)) ? section : undefined;
  };
  const sectionOf = (taskId: string | undefined) => list.sections?.find(({ tasks }) => tasks.some(({ id }) => id === taskId));
  useLayoutEffect(() => {
    rules.current = {
      tasksWith: (taskId) => {
        const tasks = selection.ids.has(taskId) && !isMany ? selected : visible.filter(({ id }) => id === taskId);
        return permitted("update", tasks);
      },
      targetOf: (element, tasks) => {
        const { task: taskId, group } = (element as HTMLElement).dataset; // rows and heads of the list
        return targetFor(group ?? sectionOf(taskId)?.name, tasks)?.name;
      },
      onDrop: (tasks, name) => {
        const section = targetFor(name, tasks);
        if (!section) return;
        const head = document.querySelector(`[data-group="${CSS.escape(name)}"]`) ?? table.current?.anchorOf(tasks[0]?.id ?? "");
        putInto(section, tasks, () => choose("due", tasks, head ?? undefined));
      },
    };
  });
  /** Moves by keyboard to the previous or next section that accepts the tasks. */
  function moveBy(by: 1 | -1) {
    const sections = list.sections ?? [];
    const from = sections.findIndex(({ name }) => name === sectionOf(targets[0]?.id)?.name);
    const may = isMany && targets === selected ? [] : permitted("update", targets);
    if (from < 0 || may.length === 0) return;
    const next = (by > 0 ? sections.slice(from + 1) : sections.slice(0, from).toReversed()).find(canTake);
    if (next) putInto(next, may, () => choose("due", may, anchorOf(may[0])));
  }

  // A link may lead to a task that is in the trash by now, or out of sight.
  useEffect(() => {
    if (!isGone) return;
    showToast({ tone: "info", code: "tasks.gone", givesWay: true, title: t("tasks.gone") });
    change({ task: undefined }, false);
    // Once for each task; `change` is new on each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isGone, t]);

  /** The task after them, or else the one before. */
  function removeHere(tasks: readonly Task[]) {
    const gone = new Set(permitted("delete", tasks).map(({ id }) => id));
    const at = visible.findIndex(({ id }) => gone.has(id));
    const isLeft = ({ id }: Task) => !gone.has(id);
    const next = visible.slice(Math.max(at, 0)).find(isLeft) ?? visible.slice(0, Math.max(at, 0)).findLast(isLeft);
    remove(tasks);
    // The menu that opened it returns the focus to its button one frame after closing.
    if (at >= 0 && next) requestAnimationFrame(() => requestAnimationFrame(() => table.current?.focus(next.id)));
  }

  const cardHref = single && cardOf(single)?.href;
  useTaskCommands({
    targets,
    many: isMany && targets === selected ? { isDone: isManyDone, change: askMany } : undefined,
    selectAll: list.whole && (selection.isWhole ? selection.clear : selection.selectAll),
    step,
    select: () => single && selection.toggle(single.id),
    choose: (kind) => choose(kind, targets, anchorOf(single ?? targets[0])),
    open: () => single && show(single),
    openCard: cardHref ? () => void router.navigate({ href: cardHref }) : undefined,
    peek: () => single && (search.task === single.id ? close() : show(single)),
    move: moveBy,
    remove: () => removeHere(targets),
    isDeletedByKey: focus.place === "row",
    leave: selection.count > 0 && !isInDetails ? selection.clear : search.task ? close : undefined,
  });

  return {
    list,
    listKey,
    groups,
    visible,
    selection,
    selected,
    /** With several selected, a bar shows their actions. */
    hasBar: selection.count > 1,
    backToRows,
    /** They are changed by an operation, once it has been seen what it would do. */
    many: {
      isMany,
      isDone: isManyDone,
      /** If the list has no more tasks than are selected, there is nothing left to select. */
      total: Math.max(selection.count, list.whole?.total ?? 0),
      asked,
      ask: askMany,
      selected: manySelected,
    },
    active,
    activate,
    step,
    focusHandlers: focus.handlers,
    open,
    cardOf,
    dragging,
    dragged: visible.filter(({ id }) => dragging.ids.has(id)),
    choice,
    choose,
    remove: removeHere,
    endChoice: () => setChoice(undefined),
    show,
    close,
    previous: place > 0 ? () => step(-1) : undefined,
    next: place >= 0 && place < visible.length - 1 ? () => step(1) : undefined,
  };
}

/** The selection as the server takes it: ids, or the list itself without some. */
const selectionOf = ({ allBut }: Selection, selected: readonly Task[], filter: AskedFilter | undefined): BulkTaskSelection =>
  allBut && filter ? { query: { ...filter, timeZone: zone }, exceptIds: [...allBut] } : { taskIds: selected.map(({ id }) => id) };

export type TaskScreenState = ReturnType<typeof useTaskScreen>;
