import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import bell from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import repeatIcon from "@fluentui/svg-icons/icons/arrow_repeat_all_16_regular.svg?icon";
import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { NewTask } from "../changes/create.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useNameOf } from "../../people/people.ts";
import { RecordName } from "../../records/RecordName.tsx";
import { useRepeatWords } from "../../repeat/useRepeatWords.ts";
import { reminderWords } from "../../reminders/words.ts";
import { PriorityBars } from "../PriorityBars.tsx";
import { useDueWords } from "../../dates/useDueWords.ts";
import { NamesakeChoice } from "./NamesakeChoice.tsx";
import styles from "./QuickAdd.module.css";

interface WillCreateProps {
  task: NewTask;
  /** The cards whose name the line says. */
  named: readonly SearchResult[];
  onChooseCard: (cardId: CardId) => void;
  isBehindToken: boolean;
}

/** Preview of the task that Enter would create, below the line while typing. */
export function WillCreate({ task, named, onChooseCard, isBehindToken }: WillCreateProps) {
  const t = useT();
  const words = useDueWords();
  const repeatWords = useRepeatWords();
  const name = useNameOf()(task.assignedTo ?? "");
  const card = named.find(({ id }) => id === task.cardId);
  return (
    <p className={styles.will} role="status">
      <span>
        <Icon of={calendarIcon} size={14} />
        {words.inFull(task.due)}
      </span>
      {task.repeat && (
        <span>
          <Icon of={repeatIcon} size={14} />
          {repeatWords(task.repeat)}
        </span>
      )}
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
      {named.length > 1 ? (
        <NamesakeChoice cards={named} chosen={card} onChoose={onChooseCard} />
      ) : (
        card && (
          <span>
            <RecordName name={card.name} size={16} />
          </span>
        )
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
