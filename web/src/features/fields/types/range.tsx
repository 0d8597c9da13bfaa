import icon from "@fluentui/svg-icons/icons/options_16_regular.svg?icon";
import { later } from "../../../lib/later.tsx";
import { formControl } from "../parts.ts";
import type { FieldScreen } from "../screen.ts";
import { number } from "./number.tsx";

export const range: FieldScreen = {
  ...number,
  icon,
  Editor: later(async () => (await import("../editors/RangeEditor.tsx")).RangeEditor),
  Control: formControl("RangeControl"),
};
