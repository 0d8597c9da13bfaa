import icon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import { useFormat } from "../../../lib/i18n.tsx";
import { DateEditor, formControl } from "../parts.ts";
import styles from "../display/Display.module.css";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { asText } from "../values.ts";

function Day({ value }: DisplayProps) {
  return <span className={styles.text}>{useFormat().day(asText(value))}</span>;
}

function Month({ value }: { value: string | number }) {
  return <span>{useFormat().month(String(value))}</span>;
}

export const date: FieldScreen = {
  icon,
  Display: Day,
  Editor: DateEditor,
  Control: formControl("DayControl"),
  isTyped: false,
  columnWidth: 126,
  print: (value, _, format) => format.day(asText(value)),
  GroupLabel: Month,
};
