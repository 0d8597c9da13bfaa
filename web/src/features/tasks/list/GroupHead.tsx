import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import type { ReactNode } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { wallOfDue } from "../days.ts";
import { headDay } from "../due-words.ts";
import type { Section } from "../sections.ts";
import { useDueWords } from "../useDueWords.ts";
import styles from "./GroupHead.module.css";

interface GroupHeadProps {
  section: Section;
  top: number;
  index: number;
  isOpen: boolean;
  /** The whole list is of done tasks, of any day. */
  isOfAllDone: boolean;
  onToggle: () => void;
  /** What can be done with all of them. */
  action?: ReactNode;
}

/** The head of a group: its name, how many tasks it has, and which day it is. A press opens and closes it. */
export function GroupHead({ section, top, index, isOpen, isOfAllDone, onToggle, action }: GroupHeadProps) {
  const t = useT();
  const format = useFormat();
  const words = useDueWords();
  const { name, tasks, count } = section;
  const [oldest] = tasks;
  let note = "";
  if (name === "overdue" && oldest) note = t("tasks.oldest", { day: words.inFull(wallOfDue(oldest.due).day) });
  else if (name === "today") note = headDay(words.today, words.locale);
  else if (name === "tomorrow") note = headDay(dayAfter(words.today), words.locale);
  else if (name === "done" && !isOfAllDone) note = t("tasks.doneToday");
  return (
    <div role="row" aria-rowindex={index} className={styles.row} style={{ transform: `translateY(${top}px)` }} data-group={name}>
      <div role="gridcell" aria-colspan={7} className={styles.cell}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <Icon of={isOpen ? chevronDown : chevronRight} flip={!isOpen} size={14} />
          <span className={styles.name}>{t(`tasks.group.${name}`)}</span>
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
