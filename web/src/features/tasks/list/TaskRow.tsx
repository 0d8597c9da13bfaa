import commentIcon from "@fluentui/svg-icons/icons/comment_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { MouseEvent } from "react";
import { rowStep } from "../../../lib/keys/arrows.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Hidden, Num } from "../../../ui/display/Num.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useNameOf } from "../../people/people.ts";
import { hasFailed } from "../changes/pending.ts";
import { DoneBox } from "../DoneBox.tsx";
import { dueTone } from "../../dates/due-words.ts";
import parts from "../parts.module.css";
import { PriorityBars } from "../PriorityBars.tsx";
import { RecordName } from "../../records/RecordName.tsx";
import { ReminderMark } from "../../reminders/ReminderMark.tsx";
import { RepeatMark } from "../../repeat/RepeatMark.tsx";
import { useDueWords } from "../../dates/useDueWords.ts";
import { SwipeHint } from "./dragging/SwipeHint.tsx";
import styles from "./TaskRow.module.css";

export interface RowActions {
  readonly onPress: (task: Task, event: MouseEvent) => void;
  readonly onFocus: (task: Task) => void;
  /** To the row after or before the one that has the focus. */
  readonly onStep: (by: 1 | -1) => void;
  readonly onDone: (task: Task) => void;
  readonly onMenu: (task: Task, anchor: Element) => void;
  readonly onSnooze: (task: Task, anchor: Element) => void;
}

interface TaskRowProps {
  task: Task;
  card: { readonly name: string; readonly href: string | undefined } | undefined;
  comments: number;
  top: number;
  /** Counted from 1, including group headers. */
  index: number;
  isActive: boolean;
  isOpen: boolean;
  isSelected: boolean;
  isDragged: boolean;
  mayChange: boolean;
  actions: RowActions;
}

/** A task on one line; on a phone on two. The box means done, and nothing else. */
export function TaskRow({
  task,
  card,
  comments,
  top,
  index,
  isActive,
  isOpen,
  isSelected,
  isDragged,
  mayChange,
  actions,
}: TaskRowProps) {
  const t = useT();
  const format = useFormat();
  const words = useDueWords();
  const name = useNameOf();
  const checked = task.checklist.filter(({ done }) => done).length;
  const assignee = task.assignedTo ? name(task.assignedTo) : "";
  const when = task.done && task.doneAt ? words.done(task.doneAt) : words.inGroup(task.due);
  return (
    <div
      role="row"
      aria-rowindex={index}
      aria-selected={isSelected || isOpen}
      className={styles.row}
      style={{ transform: `translate(var(--swipe, 0px), ${top}px)` }}
      tabIndex={isActive ? 0 : -1}
      data-task={task.id}
      data-open={isOpen || undefined}
      data-dragged={isDragged || undefined}
      data-done={task.done || undefined}
      data-failed={hasFailed(task.id) || undefined}
      onClick={(event) => actions.onPress(task, event)}
      onFocus={() => actions.onFocus(task)}
      onKeyDown={(event) => {
        // A key held down would go on to delete the next row, which gets the focus.
        if (event.key === "Delete" && event.repeat) event.preventDefault();
        const by = rowStep(event);
        if (by === 0 || event.shiftKey) return;
        event.preventDefault();
        actions.onStep(by);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        actions.onMenu(task, currentTarget.querySelector("[aria-haspopup=menu]") ?? currentTarget);
      }}
    >
      <SwipeHint isDone={task.done} />
      <div role="gridcell" className={styles.cell}>
        <DoneBox
          label={t(task.done ? "tasks.reopenNamed" : "tasks.doneNamed", { name: task.title })}
          isDone={task.done}
          isDisabled={!mayChange}
          isInRow
          onChange={() => actions.onDone(task)}
        />
      </div>
      <div role="gridcell" className={styles.priority}>
        <PriorityBars priority={task.priority} isNamed />
      </div>
      <div role="rowheader" className={styles.title}>
        <bdi className={styles.text} dir={textDirection(task.title)}>
          {task.title}
        </bdi>
        {task.repeat && <RepeatMark rule={task.repeat} className={styles.repeat} />}
        {task.checklist.length > 0 && (
          <span className={styles.meta} aria-label={t("tasks.checklist.done", { done: checked, count: task.checklist.length })}>
            <Num>{`${checked}/${task.checklist.length}`}</Num>
          </span>
        )}
        {comments > 0 && (
          <span className={`${styles.meta} ${styles.comments}`} aria-label={t("tasks.comments.count", { count: comments })}>
            <Icon of={commentIcon} /> <Num>{format.number(comments)}</Num>
          </span>
        )}
      </div>
      <div role="gridcell" className={styles.card}>
        {card && <RecordName {...card} look="quiet" isTabStop={false} />}
      </div>
      <div role="gridcell" className={styles.person}>
        {task.assignedTo && assignee && (
          <span title={assignee}>
            <MemberAvatar userId={task.assignedTo} />
            <Hidden>{assignee}</Hidden>
          </span>
        )}
      </div>
      <div role="gridcell" className={styles.due} data-cell="due">
        <span className={parts.due} data-tone={dueTone(task, words.today)}>
          {when}
        </span>
      </div>
      <div role="gridcell" className={styles.menu}>
        {task.reminder && !task.done && <ReminderMark minutes={task.reminder} className={styles.bell} />}
        <button
          type="button"
          className={styles.more}
          tabIndex={-1}
          aria-label={t("tasks.menuNamed", { name: task.title })}
          aria-haspopup="menu"
          onClick={(event) => {
            event.stopPropagation();
            actions.onMenu(task, event.currentTarget);
          }}
        >
          <Icon of={more} />
        </button>
      </div>
    </div>
  );
}
