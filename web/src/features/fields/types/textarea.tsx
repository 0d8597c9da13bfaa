import icon from "@fluentui/svg-icons/icons/text_paragraph_16_regular.svg?icon-later";
import { later } from "../../../lib/later.tsx";
import { formControl } from "../parts.ts";
import styles from "../display/Display.module.css";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { asText } from "../values.ts";

function Lines({ value, place }: DisplayProps) {
  return <bdi className={place === "card" ? styles.lines : styles.text}>{asText(value)}</bdi>;
}

export const textarea: FieldScreen = {
  icon,
  Display: Lines,
  Editor: later(async () => (await import("../editors/LinesEditor.tsx")).LinesEditor),
  Control: formControl("LinesControl"),
  isTyped: true,
  isWide: true,
  columnWidth: 220,
};
