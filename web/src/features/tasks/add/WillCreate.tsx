import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import bell from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import type { NamedCard } from "@kartis/core/cards/schema.ts";
import type { NewTask } from "../changes/create.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { MemberAvatar } from "../../cards/MemberAvatar.tsx";
import { useNameOf } from "../../cards/members.tsx";
import { RecordName } from "../../records/RecordName.tsx";
import { reminderWords } from "../../reminders/words.ts";
import { PriorityBars } from "../PriorityBars.tsx";
import { useDueWords } from "../useDueWords.ts";
import styles from "./QuickAdd.module.css";

interface WillCreateProps {
  task: NewTask;
  /** The card that the line names. */
  card: NamedCard | undefined;
  isBehindToken: boolean;
}

/** Preview of the task that Enter would create, below the line while typing. */
export function WillCreate({ task, card, isBehindToken }: WillCreateProps) {
  const t = useT();
  const words = useDueWords();
  const name = useNameOf()(task.assignedTo ?? "");
  return (
    <p className={styles.will} role="status">
      <span>
        <Icon of={calendarIcon} size={14} />
        {words.inFull(task.due)}
      </span>
      {task.reminder && (
        <span>
          <Icon of={bell} size={14} />
          {reminderWords(task.reminder, t)}
        </span>
      )}
      {task.priority && (
        <span>
          <PriorityBars priority={task.priority} />
          {t(`tasks.priority.${task.priority}`)}
        </span>
      )}
      {task.assignedTo && name && (
        <span>
          <MemberAvatar userId={task.assignedTo} />
          <bdi>{name}</bdi>
        </span>
      )}
      {card && (
        <span>
          <RecordName name={card.name} size={16} />
        </span>
      )}
      {isBehindToken && (
        <span className={styles.hint}>
          <Kbd keys="Backspace" />
          {t("tasks.add.asWords")}
        </span>
      )}
    </p>
  );
}
