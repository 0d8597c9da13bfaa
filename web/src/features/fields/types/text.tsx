import icon from "@fluentui/svg-icons/icons/text_t_16_regular.svg?icon";
import styles from "../display/Display.module.css";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { TextEditor } from "../parts.ts";
import { asText } from "../values.ts";

function Line({ value }: DisplayProps) {
  return <bdi className={styles.text}>{asText(value)}</bdi>;
}

export const text: FieldScreen = { icon, Display: Line, Editor: TextEditor, isTyped: true };
