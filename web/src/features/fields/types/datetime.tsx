import icon from "@fluentui/svg-icons/icons/calendar_clock_16_regular.svg?icon-later";
import { useFormat } from "../../../lib/i18n.tsx";
import { DateEditor, formControl } from "../parts.ts";
import styles from "../display/Display.module.css";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { asText } from "../values.ts";

/** An all-day value (a task without a time) lasts until the day's last millisecond, which is not meant as a time. */
const print: NonNullable<FieldScreen["print"]> = (value, _, format) => {
  const instant = asText(value);
  return format[instant.endsWith(":59.999Z") ? "date" : "dateTime"](instant);
};

function DateTime({ field, value }: DisplayProps) {
  return <span className={styles.text}>{print(value, field, useFormat())}</span>;
}

export const datetime: FieldScreen = {
  icon,
  Display: DateTime,
  Editor: DateEditor,
  Control: formControl("DateTimeControl"),
  isTyped: false,
  columnWidth: 172,
  print,
};
