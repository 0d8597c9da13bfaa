import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import person from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import snoozeIcon from "@fluentui/svg-icons/icons/snooze_16_regular.svg?icon";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { BulkTaskChange } from "@kartis/core/bulk/schema.ts";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useT } from "../../../lib/i18n.tsx";
import { setPriority, toggleDone } from "../changes/acts.ts";
import { prioritiesByKey } from "../choices/PriorityChoice.tsx";
import type { ChoiceKind } from "../choices/choice.ts";

interface TaskCommands {
  /** The selected tasks, or the one with the focus. */
  readonly targets: readonly Task[];
  /** Set if more are selected than are loaded or than one call takes: whether they are done, and how to change them all. */
  readonly many: { readonly isDone: boolean; readonly change: (change: BulkTaskChange) => void } | undefined;
  /** Selects everything in the list, or nothing. */
  readonly selectAll: (() => void) | undefined;
  readonly step: (by: 1 | -1) => void;
  /** Moves them to the section before or after. */
  readonly move: (by: 1 | -1) => void;
  readonly select: () => void;
  readonly choose: (kind: ChoiceKind) => void;
  readonly open: () => void;
  readonly openCard: (() => void) | undefined;
  readonly peek: () => void;
  readonly leave: (() => void) | undefined;
  readonly remove: () => void;
  /** Whether the Delete key removes them; not while an editor within a task has the focus. */
  readonly isDeletedByKey: boolean;
}

/** Key commands for the tasks of the list; the palette and the help show the same. */
export function useTaskCommands({
  targets,
  many,
  selectAll,
  step,
  move,
  select,
  choose,
  open,
  openCard,
  peek,
  leave,
  remove,
  isDeletedByKey,
}: TaskCommands): void {
  const t = useT();
  const has = targets.length > 0;
  const isAllDone = many ? many.isDone : has && targets.every(({ done }) => done);
  const list = { group: "list" } as const;
  useCommands([
    { ...list, id: "tasks.next", label: t("tasks.key.next"), shortcut: "J", onlyKey: true, run: () => step(1) },
    { ...list, id: "tasks.previous", label: t("tasks.key.previous"), shortcut: "K", onlyKey: true, run: () => step(-1) },
    has && { ...list, id: "tasks.select", label: t("tasks.select"), shortcut: "X", onlyKey: true, run: select },
    selectAll && { ...list, id: "tasks.selectAll", label: t("cards.selectAll"), shortcut: "Mod+A", run: selectAll },
    has && {
      ...list,
      id: "tasks.moveDown",
      label: t("tasks.key.moveDown"),
      shortcut: "Alt+ArrowDown",
      onlyKey: true,
      run: () => move(1),
    },
    has && {
      ...list,
      id: "tasks.moveUp",
      label: t("tasks.key.moveUp"),
      shortcut: "Alt+ArrowUp",
      onlyKey: true,
      run: () => move(-1),
    },
    has && {
      ...list,
      id: "tasks.done",
      label: isAllDone ? t("tasks.reopen") : t("tasks.markDone"),
      icon: checkmark,
      shortcut: "E",
      run: () => (many ? many.change({ kind: "edit", values: { done: !isAllDone } }) : toggleDone(targets)),
    },
    has && {
      ...list,
      id: "tasks.snooze",
      label: t("tasks.snooze"),
      icon: snoozeIcon,
      shortcut: "S",
      run: () => choose("snooze"),
    },
    has && {
      ...list,
      id: "tasks.due",
      label: t("tasks.setDue"),
      icon: calendarIcon,
      shortcut: "D",
      opensField: true,
      run: () => choose("due"),
    },
    has && {
      ...list,
      id: "tasks.assign",
      label: t("tasks.assign"),
      icon: person,
      shortcut: "A",
      opensField: true,
      run: () => choose("assign"),
    },
    ...(has
      ? prioritiesByKey.map(
          (priority, index) =>
            ({
              ...list,
              id: `tasks.priority.${priority}`,
              label: t(`tasks.priority.named.${priority}`),
              shortcut: String(index + 1),
              // The key of what they have already takes it away.
              run: () =>
                many
                  ? many.change({ kind: "edit", values: { priority } })
                  : setPriority(targets, targets.every((task) => task.priority === priority) ? null : priority),
            }) as const,
        )
      : []),
    has && { ...list, id: "tasks.open", label: t("tasks.key.open"), shortcut: "Enter", onlyKey: true, run: open },
    openCard && { ...list, id: "tasks.openCard", label: t("tasks.openCard"), shortcut: "O", onlyKey: true, run: openCard },
    has && { ...list, id: "tasks.peek", label: t("tasks.key.peek"), shortcut: "Space", onlyKey: true, run: peek },
    has && {
      ...list,
      id: "tasks.delete",
      label: t("common.delete"),
      icon: deleteIcon,
      ...(isDeletedByKey ? { shortcut: "Delete" } : {}),
      run: () => (many ? many.change({ kind: "delete" }) : remove()),
    },
    leave && { ...list, id: "tasks.leave", label: t("common.close"), shortcut: "Escape", onlyKey: true, run: leave },
  ]);
}
