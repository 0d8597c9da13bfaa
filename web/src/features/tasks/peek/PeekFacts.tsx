import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { useT } from "../../../lib/i18n.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useNameOf } from "../../people/people.ts";
import { reminderWords } from "../../reminders/words.ts";
import type { ChoiceKind } from "../choices/choice.ts";
import { dueTone } from "../../dates/due-words.ts";
import { RecordName } from "../../records/RecordName.tsx";
import { recordWords } from "../../records/record-words.ts";
import parts from "../parts.module.css";
import { PriorityBars } from "../PriorityBars.tsx";
import { useRepeatWords } from "../../repeat/useRepeatWords.ts";
import { denialText, type TaskDenial } from "../rights.ts";
import { useDueWords } from "../../dates/useDueWords.ts";
import styles from "./TaskPeek.module.css";
import { TypedField } from "./TypedField.tsx";

interface PeekFactsProps {
  task: Task;
  card: { readonly name: string; readonly href: string | undefined } | undefined;
  denial: TaskDenial | undefined;
  onChoose: (kind: ChoiceKind, anchor: Element) => void;
}

/** Due date, priority, assignee, card and location, each editable with one click. */
export function PeekFacts({ task, card, denial, onChoose }: PeekFactsProps) {
  const t = useT();
  const words = useDueWords();
  const assignee = useNameOf()(task.assignedTo ?? "");
  const fact = (kind: ChoiceKind, label: string, value: string, shown: ReactNode) => (
    <Fact label={label} value={value} denial={denial} onPress={(anchor) => onChoose(kind, anchor)}>
      {shown}
    </Fact>
  );
  const repeatWords = useRepeatWords();
  const rule = task.repeat ? repeatWords(task.repeat) : t("tasks.repeat.none");
  const repeat = task.repeat && task.repeatOn === "date" ? t("tasks.repeat.onSchedule", { rule }) : rule;
  const reminder = reminderWords(task.reminder, t);
  const due = words.inFull(task.due);
  const priority = task.priority ? t(`tasks.priority.${task.priority}`) : "";
  return (
    <dl className={styles.facts}>
      {fact(
        "due",
        t("tasks.due"),
        due,
        <span className={parts.due} data-tone={dueTone(task, words.today)}>
          {due}
        </span>,
      )}
      {fact("repeat", t("tasks.repeat"), repeat, task.repeat ? repeat : <span className={styles.none}>{repeat}</span>)}
      {fact(
        "reminder",
        t("reminders.reminder"),
        reminder,
        task.reminder ? reminder : <span className={styles.none}>{reminder}</span>,
      )}
      {fact(
        "priority",
        t("tasks.priority"),
        priority,
        task.priority ? (
          <>
            <PriorityBars priority={task.priority} /> {priority}
          </>
        ) : (
          <span className={styles.none}>{t("tasks.addPriority")}</span>
        ),
      )}
      {fact(
        "assign",
        t("tasks.assignee"),
        assignee,
        task.assignedTo ? (
          <>
            <MemberAvatar userId={task.assignedTo} /> <bdi className={styles.cut}>{assignee}</bdi>
          </>
        ) : (
          <span className={styles.none}>{t("tasks.nobody")}</span>
        ),
      )}
      <div className={styles.fact}>
        <dt>{t("tasks.card")}</dt>
        <dd>
          {card && (
            <span className={styles.linked}>
              <RecordName {...card} />
            </span>
          )}
          <Value label={t("tasks.card")} value={card?.name ?? ""} denial={denial} onPress={(anchor) => onChoose("card", anchor)}>
            <span className={styles.none}>
              {card ? t("tasks.card.change") : task.cardId ? recordWords(undefined, "card", t) : t("tasks.card.add")}
            </span>
          </Value>
        </dd>
      </div>
      <div className={styles.fact}>
        <dt>{t("tasks.location")}</dt>
        <dd>
          <TypedField
            task={task}
            name="location"
            label={t("tasks.location")}
            placeholder={denial ? "" : t("tasks.location.add")}
            value={task.location ?? ""}
            patchOf={(location) => ({ location: location || null })}
            look="value"
            message={t("tasks.changed.location")}
            isReadOnly={denial !== undefined}
            maxLength={500}
          />
        </dd>
      </div>
    </dl>
  );
}

interface ValueProps {
  label: string;
  /** Text for screen readers. */
  value: string;
  denial: TaskDenial | undefined;
  onPress: (anchor: Element) => void;
  children: ReactNode;
}

function Fact(props: ValueProps) {
  return (
    <div className={styles.fact}>
      <dt>{props.label}</dt>
      <dd>
        <Value {...props} />
      </dd>
    </div>
  );
}

function Value({ label, value, denial, onPress, children }: ValueProps) {
  const t = useT();
  const name = value ? t("tasks.factNamed", { label, value }) : label;
  const button = (
    <Button className={styles.value ?? ""} aria-label={name} aria-haspopup="dialog" onPress={({ target }) => onPress(target)}>
      {children}
    </Button>
  );
  return denial ? (
    <Denied label={name} reason={denialText(t, denial)}>
      {button}
    </Denied>
  ) : (
    button
  );
}
