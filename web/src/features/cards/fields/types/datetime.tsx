import icon from "@fluentui/svg-icons/icons/calendar_clock_16_regular.svg?icon-later";
import { useFormat } from "../../../../lib/i18n.tsx";
import { DateEditor, formControl } from "../parts.ts";
import styles from "../display/Display.module.css";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { asText } from "../values.ts";

function DateTime({ value }: DisplayProps) {
  return <span className={styles.text}>{useFormat().dateTime(asText(value))}</span>;
}

export const datetime: FieldScreen = {
  icon,
  Display: DateTime,
  Editor: DateEditor,
  Control: formControl("DateTimeControl"),
  isTyped: false,
  columnWidth: 172,
  print: (value, _, format) => format.dateTime(asText(value)),
};
