import icon from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import { DateEditor, formControl } from "../parts.ts";
import type { FieldScreen } from "../screen.ts";
import { Line } from "./text.tsx";

export const time: FieldScreen = {
  icon,
  Display: Line,
  Editor: DateEditor,
  Control: formControl("TimeControl"),
  isTyped: false,
  columnWidth: 96,
};
