import icon from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon-later";
import { useFormat } from "../../../lib/i18n.tsx";
import { DateEditor, formControl } from "../parts.ts";
import styles from "../display/Display.module.css";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { asText } from "../values.ts";

function TimeOfDay({ value }: DisplayProps) {
  return <span className={styles.text}>{useFormat().timeOfDay(asText(value))}</span>;
}

export const time: FieldScreen = {
  icon,
  Display: TimeOfDay,
  Editor: DateEditor,
  Control: formControl("TimeControl"),
  isTyped: false,
  columnWidth: 96,
  print: (value, _, format) => format.timeOfDay(asText(value)),
};
