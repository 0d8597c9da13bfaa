import type { Rule } from "@kartis/core/activities/recurrence/schema.ts";
import { type RepeatOn, repeatOns } from "@kartis/core/activities/tasks/rules.ts";
import { useEffect, useRef } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../lib/i18n.tsx";
import listStyles from "../../ui/collections/List.module.css";
import { MenuItem, MenuSection } from "../../ui/overlays/Menu.tsx";
import { Popover } from "../../ui/overlays/Popover.tsx";
import { useRegion } from "../../lib/organization.ts";
import { useDueWords } from "../dates/useDueWords.ts";
import { offersFor } from "./offers.ts";
import { CustomRepeat } from "./later.ts";
import { useRepeatWords } from "./useRepeatWords.ts";
import { weekStartIn } from "./weekdays.ts";

interface RepeatChoiceProps {
  anchor: Element;
  /** The day the task is due. */
  due: string;
  value: Rule | null;
  onChoose: (rule: Rule | null) => void;
  /** For tasks: when the next one is made. */
  next?: { readonly value: RepeatOn; readonly onChoose: (repeatOn: RepeatOn) => void };
  onCustom: () => void;
  onClose: () => void;
}

/** Select of how a task repeats: not at all, by a rule that its due date suggests, or by a custom one. */
export function RepeatChoice({ anchor, due, value, onChoose, next, onCustom, onClose }: RepeatChoiceProps) {
  const t = useT();
  const { locale } = useDueWords();
  const region = useRegion();
  const words = useRepeatWords();
  const triggerRef = useRef(anchor);
  useEffect(() => void CustomRepeat.preload(), []);
  const offers = offersFor(due, { region, weekStart: weekStartIn(locale) });
  // Rules that read the same are the same to whoever chooses.
  const current = value ? (offers.find(({ rule }) => words(rule) === words(value))?.id ?? "custom") : "none";

  function choose(id: string) {
    const repeatOn = repeatOns.find((one) => one === id);
    if (repeatOn) return next?.onChoose(repeatOn);
    // The menu gives the focus back before the dialog takes it.
    if (id === "custom") return void setTimeout(onCustom);
    if (id !== current) onChoose(offers.find((offer) => offer.id === id)?.rule ?? null);
  }

  return (
    <Popover
      kind="menu"
      aria-label={t("tasks.repeat")}
      isOpen
      triggerRef={triggerRef}
      placement="bottom start"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu
        aria-label={t("tasks.repeat")}
        autoFocus="first"
        className={listStyles.list ?? ""}
        selectionMode="single"
        selectedKeys={[current]}
        onAction={(key) => choose(String(key))}
        onClose={onClose}
      >
        <MenuItem id="none">{t("tasks.repeat.none")}</MenuItem>
        {offers.map(({ id, rule }) => (
          <MenuItem key={id} id={id}>
            {words(rule)}
          </MenuItem>
        ))}
        <MenuItem
          id="custom"
          textValue={t("tasks.repeat.custom")}
          note={current === "custom" && value ? words(value) : undefined}
        >
          {t("tasks.repeat.custom")}
        </MenuItem>
        {next && value && (
          <MenuSection title={t("tasks.repeat.on")} selectionMode="single" disallowEmptySelection selectedKeys={[next.value]}>
            {repeatOns.map((repeatOn) => (
              <MenuItem key={repeatOn} id={repeatOn}>
                {t(`tasks.repeat.on.${repeatOn}`)}
              </MenuItem>
            ))}
          </MenuSection>
        )}
      </AriaMenu>
    </Popover>
  );
}
