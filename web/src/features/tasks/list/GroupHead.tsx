import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import type { ReactNode } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { wallOfDue } from "../../dates/days.ts";
import { headDay } from "../../dates/due-words.ts";
import type { TaskGroup } from "@kartis/core/activities/tasks/schema.ts";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useNameOf } from "../../people/people.ts";
import { RecordName } from "../../records/RecordName.tsx";
import { prioritiesByKey } from "../choices/PriorityChoice.tsx";
import { PriorityBars } from "../PriorityBars.tsx";
import type { Section } from "../sections.ts";
import { useDueWords } from "../../dates/useDueWords.ts";
import styles from "./GroupHead.module.css";

interface GroupHeadProps {
  section: Section;
  top: number;
  index: number;
  isOpen: boolean;
  /** The whole list is of done tasks, of any day. */
  isOfAllDone: boolean;
  onToggle: () => void;
  /** Name of the section's card. */
  cardName: string | undefined;
  /** Whether the dragged tasks would be dropped here. */
  isTarget: boolean;
  /** Action on the whole group. */
  action?: ReactNode;
}

/** The head of a group: its name, how many tasks it has, and which day it is. A press opens and closes it. */
export function GroupHead({ section, top, index, isOpen, isOfAllDone, cardName, isTarget, onToggle, action }: GroupHeadProps) {
  const t = useT();
  const format = useFormat();
  const words = useDueWords();
  const { name, kind, key, tasks, count } = section;
  const [oldest] = tasks;
  let note = "";
  if (key === "overdue" && oldest) note = t("tasks.oldest", { day: words.inFull(wallOfDue(oldest.due).day) });
  else if (kind === "due" && key === "today") note = headDay(words.today, words.locale);
  else if (kind === "due" && key === "tomorrow") note = headDay(dayAfter(words.today), words.locale);
  else if (kind === "done" && !isOfAllDone) note = t("tasks.doneToday");
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      data-group={name}
      data-target={isTarget || undefined}
    >
      <div role="gridcell" aria-colspan={7} className={styles.cell}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <Icon of={isOpen ? chevronDown : chevronRight} flip={!isOpen} size={14} />
          <SectionName section={section} cardName={cardName} />
          <span className={styles.count}>
            <Num>{format.number(count)}</Num>
          </span>
          {note && <span className={styles.note}>{note}</span>}
        </button>
        {action}
      </div>
    </div>
  );
}

function SectionName({ section: { kind, key }, cardName }: { section: Section; cardName: string | undefined }) {
  const t = useT();
  const nameOf = useNameOf();
  if (kind === "due" || kind === "done")
    return <span className={styles.name}>{t(`tasks.group.${kind === "done" ? kind : ((key ?? "later") as TaskGroup)}`)}</span>;
  if (kind === "assignee" && key)
    return (
      <>
        <MemberAvatar userId={key} />
        <bdi className={styles.name}>{nameOf(key)}</bdi>
      </>
    );
  if (kind === "card" && key)
    return (
      <span className={styles.name}>
        <RecordName name={cardName} />
      </span>
    );
  const priority = prioritiesByKey.find((known) => known === key);
  if (priority)
    return (
      <>
        <PriorityBars priority={priority} />
        <span className={styles.name}>{t(`tasks.priority.named.${priority}`)}</span>
      </>
    );
  const none = { assignee: "tasks.nobody", card: "tasks.noCard", priority: "tasks.priority.none", none: "tasks.title" } as const;
  return <span className={styles.name}>{t(none[kind])}</span>;
}
