import bell from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { reminderWords } from "./words.ts";

/** In a row, that people are reminded of it; when, on hovering and for those who listen. */
export function ReminderMark({ minutes, className }: { minutes: number; className: string | undefined }) {
  const words = reminderWords(minutes, useT());
  return (
    <span className={className} title={words}>
      <Icon of={bell} label={words} />
    </span>
  );
}
