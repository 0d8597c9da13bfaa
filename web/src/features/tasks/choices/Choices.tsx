import type { BulkTaskChange } from "@kartis/core/bulk/schema.ts";
import type { Rule } from "@kartis/core/activities/recurrence/schema.ts";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { useFormat } from "../../../lib/i18n.tsx";
import { useTimeZone } from "../../../lib/organization.ts";
import { isWholeDay, zone } from "../../dates/days.ts";
import { snoozedUntil } from "../snooze.ts";
import { assign, remove, setCard, setDue, setPriority, setReminder, setRepeat, setRepeatOn, snooze } from "../changes/acts.ts";
import { CustomRepeat } from "../../repeat/later.ts";
import { RepeatChoice } from "../../repeat/RepeatChoice.tsx";
import type { Choice, OpenChoice } from "./choice.ts";
import { LaterChoice } from "../many/LaterChoice.tsx";
import { CardChoice } from "./CardChoice.tsx";
import { DueChoice } from "./DueChoice.tsx";
import { PersonChoice } from "./PersonChoice.tsx";
import { PriorityChoice } from "./PriorityChoice.tsx";
import { ReminderChoice } from "./ReminderChoice.tsx";
import { SnoozeChoice } from "./SnoozeChoice.tsx";
import { TaskMenu } from "./TaskMenu.tsx";

interface ChoicesProps {
  choice: Choice;
  cardHref: string | undefined;
  selection: { readonly isSelected: boolean; readonly toggle: () => void } | undefined;
  onChoice: OpenChoice;
  /** Changes everything that is selected. */
  onMany?: (change: BulkTaskChange) => void;
  /** Deletes them, then moves the focus to a neighboring task. */
  onRemove?: (tasks: readonly Task[]) => void;
  onClose: () => void;
}

/** The open chooser, at the element that it was opened from. */
export function Choices({ choice, cardHref, selection, onChoice, onMany, onRemove = remove, onClose }: ChoicesProps) {
  const { locale } = useFormat();
  const { kind, tasks, anchor, isMany } = choice;
  const shared = { anchor, onClose };
  const timeZone = useTimeZone();
  const [task] = tasks;
  const edit = (values: Extract<BulkTaskChange, { kind: "edit" }>["values"]) => onMany?.({ kind: "edit", values });
  if (isMany && kind === "due")
    return (
      <LaterChoice
        {...shared}
        onMove={(days) => onMany?.({ kind: "move", days, timeZone: zone })}
        onChoose={(due) => edit({ due })}
      />
    );
  if (isMany && kind === "assign")
    return <PersonChoice {...shared} onChoose={(userId) => edit({ assignedTo: isId("usr", userId) ? userId : null })} />;
  if (isMany && kind === "priority") return <PriorityChoice {...shared} onChoose={(priority) => edit({ priority })} />;
  if (isMany && kind === "snooze")
    return (
      <SnoozeChoice
        {...shared}
        onChoose={(until) => edit({ due: snoozedUntil(until, Date.now(), locale) })}
        onPick={() => onChoice("due", tasks, anchor)}
      />
    );
  if (!task) return null;
  if (kind === "snooze")
    return (
      <SnoozeChoice
        {...shared}
        onChoose={(until) => snooze(tasks, until, locale)}
        onPick={() => onChoice("due", tasks, anchor)}
      />
    );
  if (kind === "due")
    return <DueChoice {...shared} value={tasks.length === 1 ? task.due : undefined} onChoose={(due) => setDue(tasks, due)} />;
  if (kind === "assign")
    return <PersonChoice {...shared} onChoose={(userId) => assign(tasks, isId("usr", userId) ? userId : null)} />;
  if (kind === "priority") return <PriorityChoice {...shared} onChoose={(priority) => setPriority(tasks, priority)} />;
  // A series goes by the clocks of the organization, and so does the day it is named by.
  const repeat = {
    due: isWholeDay(task.due) ? task.due : dayOf(Date.parse(task.due), timeZone),
    value: task.repeat,
    onChoose: (rule: Rule | null) => setRepeat(tasks, rule),
    onClose,
  };
  if (kind === "repeat")
    return (
      <RepeatChoice
        {...repeat}
        anchor={anchor}
        next={{ value: task.repeatOn, onChoose: (repeatOn) => setRepeatOn(tasks, repeatOn) }}
        onCustom={() => onChoice("customRepeat", tasks, anchor)}
      />
    );
  if (kind === "customRepeat") return <CustomRepeat {...repeat} />;
  if (kind === "reminder")
    return <ReminderChoice {...shared} value={task.reminder} onChoose={(reminder) => setReminder(tasks, reminder)} />;
  if (kind === "card") return <CardChoice {...shared} value={task.cardId} onChoose={(cardId) => setCard(tasks, cardId)} />;
  return (
    <TaskMenu
      {...shared}
      task={task}
      cardHref={cardHref}
      selection={selection}
      onChoice={(next) => onChoice(next, tasks, anchor)}
      onRemove={() => onRemove(tasks)}
    />
  );
}
