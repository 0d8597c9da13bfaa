import icon from "@fluentui/svg-icons/icons/radio_button_16_regular.svg?icon-later";
import { later } from "../../../lib/later.tsx";
import { formControl } from "../parts.ts";
import type { FieldScreen } from "../screen.ts";
import { singleSelect } from "./single-select.tsx";

export const radio: FieldScreen = {
  ...singleSelect,
  icon,
  Editor: later(async () => (await import("../editors/RadioEditor.tsx")).RadioEditor),
  Control: formControl("RadioControl"),
};
