import { type ReminderMinutes, reminderMinutes } from "@kartis/core/activities/reminders/rules.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { reminderWords } from "../../reminders/words.ts";

interface ReminderSelectProps {
  value: ReminderMinutes | null;
  onChange: (reminder: ReminderMinutes | null) => void;
}

/** Selects when people are reminded, if at all. */
export function ReminderSelect({ value, onChange }: ReminderSelectProps) {
  const t = useT();
  return (
    <Select
      label={t("reminders.reminder")}
      options={[null, ...reminderMinutes].map((minutes) => ({ id: String(minutes), label: reminderWords(minutes, t) }))}
      value={String(value)}
      onChange={(chosen) => onChange(reminderMinutes.find((minutes) => String(minutes) === chosen) ?? null)}
    />
  );
}
