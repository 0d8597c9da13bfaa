import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { ownPlace } from "../../../lib/keys/keep-focus.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { layoutOf } from "../layout.ts";
import { useWhyNotTask } from "../rights.ts";
import type { Section } from "../sections.ts";
import type { Dragging } from "./dragging/useDragging.ts";
import { useSwipe } from "./dragging/useSwipe.ts";
import { GroupHead } from "./GroupHead.tsx";
import { type RowActions, TaskRow } from "./TaskRow.tsx";
import styles from "./TaskTable.module.css";
import { useTaskWindow } from "./useTaskWindow.ts";

export interface TableHandle {
  /** Moves the focus to a task, which becomes visible. */
  readonly focus: (taskId: string) => void;
  /** The place of a task, at which something about it opens. */
  readonly anchorOf: (taskId: string) => Element | undefined;
}

interface TaskTableProps {
  ref: Ref<TableHandle>;
  label: string;
  /** Names the list: another one is another place to have scrolled to. */
  listKey: string;
  sections: readonly Section[];
  closed: ReadonlySet<string>;
  isOfAllDone: boolean;
  cardOf: (task: Task) => { name: string; href: string | undefined } | undefined;
  /** How many comments there are on a task. */
  comments: Readonly<Record<string, number>>;
  activeId: string | undefined;
  openId: string | undefined;
  selected: ReadonlySet<string>;
  actions: RowActions;
  headAction: (section: Section) => ReactNode;
  /** Name of the card with that id. */
  cardNameOf: (cardId: string) => string | undefined;
  /** There are tasks that no section counts. */
  hasMore: boolean;
  dragging: Dragging;
  /** The bar of the selection floats over the end of the list. */
  hasBar: boolean;
  onToggle: (name: string) => void;
  onActive: (taskId: string) => void;
  onRest: () => void;
}

/** The tasks in their groups. Only the visible rows are drawn. */
export function TaskTable(props: TaskTableProps) {
  const {
    ref,
    label,
    listKey,
    sections,
    closed,
    isOfAllDone,
    cardOf,
    activeId,
    openId,
    selected,
    actions,
    headAction,
    dragging,
    hasBar,
  } = props;
  const t = useT();
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  const whyNot = useWhyNotTask();
  const layout = useMemo(
    () => layoutOf(sections, closed, isPhone ? { head: 44, row: 68 } : { head: 32, row: 36 }, props.hasMore),
    [sections, closed, isPhone, props.hasMore],
  );
  const { drawn, scrollTo, uncover } = useTaskWindow(scroller, listKey, layout.items, activeId, props.onRest);
  const rowOf = (taskId: string) => scroller.current?.querySelector<HTMLElement>(`[data-task="${taskId}"]`) ?? undefined;
  const anchorOf = (taskId: string) => rowOf(taskId)?.querySelector("[data-cell=due]") ?? rowOf(taskId);
  const isActiveHere = layout.items.some(({ key }) => key === activeId);
  const firstTask = layout.items.find(({ kind }) => kind === "task")?.key;
  const stop = isActiveHere ? activeId : firstTask;

  useImperativeHandle(ref, () => ({
    focus: (taskId) => {
      flushSync(() => props.onActive(taskId));
      scrollTo(taskId);
      rowOf(taskId)?.focus({ preventScroll: true });
    },
    anchorOf,
  }));

  // The bar of what is selected comes over the row that has the focus, or that row moves under it with its group.
  const stayClear = useEffectEvent(() => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-task]")?.dataset["task"];
    if (focused !== undefined && focused === activeId) uncover(focused);
  });
  const activeTop = layout.items.find(({ key }) => key === activeId)?.top;
  useEffect(() => {
    if (hasBar) stayClear();
  }, [hasBar, activeTop]);

  const taskOf = (taskId: string) => sections.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId);
  const swipe = useSwipe({
    canSwipe: (taskId) => isPhone && whyNot("update", taskOf(taskId)) === undefined,
    onEnd: (taskId, way) => {
      const [task, anchor] = [taskOf(taskId), anchorOf(taskId)];
      if (task && way === "done") actions.onDone(task);
      else if (task && anchor) actions.onSnooze(task, anchor);
    },
  });

  const indexOf = new Map(layout.items.map(({ key }, index) => [key, index + 1]));
  return (
    <div ref={scroller} className={styles.scroller} data-under-bar={hasBar || undefined}>
      <div
        {...ownPlace}
        role="grid"
        aria-label={label}
        aria-multiselectable
        aria-rowcount={layout.items.length}
        className={styles.body}
        style={{ blockSize: layout.height }}
        data-dragging={dragging.ids.size > 0 || undefined}
        onPointerDown={(event) => {
          dragging.onPointerDown(event);
          swipe.onPointerDown(event);
        }}
        onClickCapture={dragging.onClickCapture}
      >
        {drawn.map((item) =>
          item.kind === "head" ? (
            <GroupHead
              key={item.key}
              section={item.section}
              top={item.top}
              index={indexOf.get(item.key) ?? 1}
              isOpen={item.isOpen}
              isOfAllDone={isOfAllDone}
              cardName={item.section.key === null ? undefined : props.cardNameOf(item.section.key)}
              isTarget={item.key === dragging.over}
              onToggle={() => props.onToggle(item.key)}
              action={headAction(item.section)}
            />
          ) : item.kind === "task" ? (
            <TaskRow
              key={item.key}
              task={item.task}
              card={cardOf(item.task)}
              comments={props.comments[item.task.id] ?? 0}
              top={item.top}
              index={indexOf.get(item.key) ?? 1}
              isActive={item.key === stop}
              isOpen={item.key === openId}
              isSelected={selected.has(item.key)}
              isDragged={dragging.ids.has(item.key)}
              mayChange={whyNot("update", item.task) === undefined}
              actions={actions}
            />
          ) : (
            <div
              key={item.key}
              role="row"
              aria-rowindex={indexOf.get(item.key)}
              className={styles.rest}
              style={{ transform: `translateY(${item.top}px)`, blockSize: item.height }}
            >
              <div role="gridcell" aria-colspan={7} aria-label={t("common.loading")} />
            </div>
          ),
        )}
      </div>
    </div>
  );
}
