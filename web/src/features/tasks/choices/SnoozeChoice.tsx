import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { Icon } from "../../../ui/display/Icon.tsx";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { todayHere, wallOfDue } from "../../dates/days.ts";
import { type Snooze, snoozeOffers } from "../snooze.ts";
import { useDueWords } from "../../dates/useDueWords.ts";
import styles from "./choices.module.css";

interface SnoozeChoiceProps {
  anchor: Element;
  onChoose: (choice: Snooze) => void;
  onPick: () => void;
  onClose: () => void;
}

const pickDigit = "5";

/** Choice of when a task is snoozed to, soonest first; a line's digit chooses it. */
export function SnoozeChoice({ anchor, onChoose, onPick, onClose }: SnoozeChoiceProps) {
  const t = useT();
  const words = useDueWords();
  const triggerRef = useRef(anchor);
  const [now] = useState(() => Date.now());
  const offers = snoozeOffers(now, words.locale);
  const isTonight = offers.some(({ choice, until }) => choice === "evening" && wallOfDue(until).day === todayHere(now));

  const choose = (choice: Snooze | "pick") => {
    onClose();
    // The menu gives the focus back first.
    if (choice === "pick") setTimeout(onPick);
    else onChoose(choice);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const choice = event.key === pickDigit ? "pick" : offers.find(({ digit }) => digit === event.key)?.choice;
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
        // Without one of its own, the kit would close the dialog that it is opened in.
        onClose={onClose}
        onAction={(key) => {
          const choice = key === "pick" ? key : offers.find((offer) => offer.choice === key)?.choice;
          if (choice) choose(choice);
        }}
      >
        {offers.map(({ choice, until, digit }) => (
          <MenuItem key={choice} id={choice} textValue={labels[choice]}>
            <span className={styles.line}>
              <span>{labels[choice]}</span>
              <span className={styles.end}>
                <span>{words.inGroup(until)}</span>
                <Kbd keys={digit} />
              </span>
            </span>
          </MenuItem>
        ))}
        <MenuItem id="pick" textValue={t("tasks.snooze.pick")}>
          <span className={styles.line}>
            <span>{t("tasks.snooze.pick")}</span>
            <span className={styles.end}>
              <Icon of={calendarIcon} />
              <Kbd keys={pickDigit} />
            </span>
          </span>
        </MenuItem>
      </AriaMenu>
    </Popover>
  );
}
