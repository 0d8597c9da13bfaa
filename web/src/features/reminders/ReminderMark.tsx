import bell from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { reminderWords } from "./words.ts";

/** Mark in a row that has a reminder; its time is shown on hover and to screen readers. */
export function ReminderMark({ minutes, className }: { minutes: number; className: string | undefined }) {
  const words = reminderWords(minutes, useT());
  return (
    <span className={className} title={words}>
      <Icon of={bell} label={words} />
    </span>
  );
}
