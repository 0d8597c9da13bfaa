import { longestInterval, mostTimes } from "@kartis/core/activities/recurrence/limits.ts";
import type { Rule } from "@kartis/core/activities/recurrence/schema.ts";
import { useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { DatePicker } from "../../ui/inputs/DateField.tsx";
import { NumberField } from "../../ui/inputs/NumberField.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { useDueWords } from "../dates/useDueWords.ts";
import styles from "./CustomRepeat.module.css";
import { DayOfMonthFields } from "./DayOfMonthFields.tsx";
import { type Draft, type DraftErrors, draftOf, nextDates, ruleOf } from "./draft.ts";
import { useRepeatWords } from "./useRepeatWords.ts";
import { weekStartIn } from "./weekdays.ts";
import { WeekdayToggles } from "./WeekdayToggles.tsx";

interface CustomRepeatProps {
  /** The day the task is due, from which the rule counts. */
  due: string;
  value: Rule | null;
  onChoose: (rule: Rule) => void;
  onClose: () => void;
}

const frequencies = ["day", "week", "month", "year"] as const;
const ends = ["never", "on", "after"] as const;
const oneOf = <T extends string>(all: readonly T[], id: string, otherwise: T): T => all.find((one) => one === id) ?? otherwise;

/** A custom rule, with its meaning in words below it. */
export function CustomRepeat({ due, value, onChoose, onClose }: CustomRepeatProps) {
  const t = useT();
  const { locale, today, inFull } = useDueWords();
  const words = useRepeatWords();
  const [initial] = useState(() => draftOf(value, due, weekStartIn(locale)));
  const [draft, setDraft] = useState(initial);
  const [shown, setShown] = useState<DraftErrors>({});
  const [isLeaving, setLeaving] = useState(false);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial);
  const written = ruleOf(draft, due);
  const say = (key: string | undefined) => (key === undefined ? undefined : (t.find(key) ?? key));

  function set(change: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...change }));
    setShown({});
  }

  function submit() {
    if ("errors" in written) return setShown(written.errors);
    onChoose(written.rule);
    onClose();
  }

  return (
    <FormDialog
      title={t("tasks.repeat.title")}
      action={t("common.save")}
      isDirty={isDirty}
      isPending={false}
      onSubmit={submit}
      onClose={() => (isDirty ? setLeaving(true) : onClose())}
    >
      <div className={styles.pair}>
        <NumberField
          label={t("tasks.repeat.every")}
          autoFocus
          minValue={1}
          maxValue={longestInterval}
          value={draft.every}
          onChange={(every) => set({ every })}
          errorMessage={say(shown.every)}
        />
        <Select
          label={t("tasks.repeat.unit")}
          options={frequencies.map((id) => ({ id, label: t(`tasks.repeat.unit.${id}`, { every: draft.every ?? 1 }) }))}
          value={draft.frequency}
          onChange={(id) => set({ frequency: oneOf(frequencies, id, draft.frequency) })}
        />
      </div>
      {draft.frequency === "week" && (
        <WeekdayToggles
          label={t("tasks.repeat.weekdays")}
          value={draft.weekdays}
          weekStart={weekStartIn(locale)}
          locale={locale}
          onChange={(weekdays) => set({ weekdays })}
          errorMessage={say(shown.weekdays)}
        />
      )}
      {(draft.frequency === "month" || draft.frequency === "year") && (
        <DayOfMonthFields draft={draft} locale={locale} onChange={set} errorMessage={say(shown.day)} />
      )}
      <div className={styles.pair}>
        <Select
          label={t("tasks.repeat.ends")}
          options={ends.map((id) => ({ id, label: t(`tasks.repeat.ends.${id}`) }))}
          value={draft.ends}
          onChange={(id) => set({ ends: oneOf(ends, id, draft.ends) })}
        />
        {draft.ends === "on" && (
          <DatePicker
            label={t("tasks.repeat.lastDate")}
            value={draft.lastDate}
            onChange={(lastDate) => set({ lastDate })}
            errorMessage={say(shown.lastDate)}
          />
        )}
        {draft.ends === "after" && (
          <NumberField
            label={t("tasks.repeat.times")}
            minValue={1}
            maxValue={mostTimes}
            value={draft.times}
            onChange={(times) => set({ times })}
            errorMessage={say(shown.times)}
          />
        )}
      </div>
      <div className={styles.meaning} role="status">
        {"rule" in written && (
          <>
            <p className={styles.words}>{words(written.rule)}</p>
            <Dates days={nextDates(written.rule, due, today).map(inFull)} />
          </>
        )}
      </div>
      {isLeaving && (
        <Dialog
          role="alertdialog"
          isOpen
          onClose={() => setLeaving(false)}
          title={t("tasks.repeat.discard.title")}
          footer={
            <>
              <Button size={32} onPress={onClose}>
                {t("tasks.repeat.discard")}
              </Button>
              <Button size={32} variant="primary" autoFocus onPress={() => setLeaving(false)}>
                {t("tasks.repeat.keep")}
              </Button>
            </>
          }
        >
          <p>{t("tasks.repeat.discard.message")}</p>
        </Dialog>
      )}
    </FormDialog>
  );
}

function Dates({ days }: { days: readonly string[] }) {
  const t = useT();
  return <p>{days.length === 0 ? t("tasks.repeat.noNext") : t("tasks.repeat.next", { dates: days.join(" · ") })}</p>;
}
