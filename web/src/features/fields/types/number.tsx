import icon from "@fluentui/svg-icons/icons/number_symbol_16_regular.svg?icon";
import { useFormat } from "../../../lib/i18n.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { TextEditor } from "../parts.ts";
import { asNumber } from "../values.ts";

const digits = { maximumFractionDigits: 10 };

function NumberDisplay({ value }: DisplayProps) {
  const format = useFormat();
  const number = asNumber(value);
  return number === undefined ? null : <Num>{format.number(number, digits)}</Num>;
}

export const number: FieldScreen = {
  icon,
  Display: NumberDisplay,
  Editor: TextEditor,
  isTyped: true,
  columnWidth: 110,
  print: (value, _, format) => format.number(asNumber(value) ?? 0, digits),
};
