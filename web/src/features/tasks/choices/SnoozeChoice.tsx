import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { Icon } from "../../../ui/display/Icon.tsx";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { type Snooze, snoozedUntil, snoozes, todayHere, wallOfDue } from "../days.ts";
import { useDueWords } from "../useDueWords.ts";
import styles from "./choices.module.css";

interface SnoozeChoiceProps {
  anchor: Element;
  onChoose: (choice: Snooze) => void;
  onPick: () => void;
  onClose: () => void;
}

/** Until when to put a task off; the digit of a line chooses it. */
export function SnoozeChoice({ anchor, onChoose, onPick, onClose }: SnoozeChoiceProps) {
  const t = useT();
  const words = useDueWords();
  const triggerRef = useRef(anchor);
  const [now] = useState(() => Date.now());
  const untilOf = (choice: Snooze) => snoozedUntil(choice, now, words.locale);
  const isTonight = wallOfDue(untilOf("evening")).day === todayHere(now);

  const choose = (choice: (typeof snoozes)[number]) => {
    onClose();
    // The menu gives the focus back first.
    if (choice === "pick") setTimeout(onPick);
    else onChoose(choice);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const choice = /^[1-5]$/.test(event.key) ? snoozes[Number(event.key) - 1] : undefined;
    if (!choice || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    choose(choice);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    // Before the menu takes the digit for the beginning of a name.
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);

  const labels = {
    hour: t("tasks.snooze.hour"),
    evening: isTonight ? t("tasks.snooze.evening") : t("tasks.snooze.tomorrowEvening"),
    tomorrow: t("tasks.snooze.tomorrow"),
    week: t("tasks.snooze.week"),
    pick: t("tasks.snooze.pick"),
  } as const;
  return (
    <Popover
      kind="menu"
      aria-label={t("tasks.snooze")}
      isOpen
      triggerRef={triggerRef}
      placement="bottom end"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu
        aria-label={t("tasks.snooze.until")}
        autoFocus="first"
        className={listStyles.list ?? ""}
        onAction={(key) => {
          const choice = snoozes.find((known) => known === key);
          if (choice) choose(choice);
        }}
      >
        {snoozes.map((choice, index) => (
          <MenuItem key={choice} id={choice} textValue={labels[choice]}>
            <span className={styles.line}>
              <span>{labels[choice]}</span>
              <span className={styles.end}>
                {choice === "pick" ? <Icon of={calendarIcon} /> : <span>{words.inGroup(untilOf(choice))}</span>}
                <Kbd keys={String(index + 1)} />
              </span>
            </span>
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  );
}
