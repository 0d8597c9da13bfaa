import icon from "@fluentui/svg-icons/icons/color_16_regular.svg?icon-later";
import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Ltr } from "../../../ui/display/Num.tsx";
import styles from "../display/Display.module.css";
import { formControl } from "../parts.ts";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { asText } from "../values.ts";

function Color({ value }: DisplayProps) {
  return (
    <span className={styles.who}>
      <i className={styles.swatch} style={{ background: asText(value) }} />
      <Ltr>{asText(value)}</Ltr>
    </span>
  );
}

export const color: FieldScreen = {
  icon,
  Display: Color,
  Editor: later(async () => (await withWords(["cardTypes"], import("../editors/ColorEditor.tsx"))).ColorEditor),
  Control: formControl("ColorControl"),
  isTyped: true,
};
