import icon from "@fluentui/svg-icons/icons/money_16_regular.svg?icon";
import { useFormat } from "../../../lib/i18n.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { TextEditor } from "../parts.ts";
import { asNumber, currencyOf } from "../values.ts";

function Money({ field, value, place }: DisplayProps) {
  const format = useFormat();
  const amount = asNumber(value);
  return amount === undefined ? null : <Num>{format.money(amount, currencyOf(field), { whole: place === "cell" })}</Num>;
}

export const currency: FieldScreen = {
  icon,
  Display: Money,
  Editor: TextEditor,
  isTyped: true,
  columnWidth: 126,
  print: (value, field, format) => format.money(asNumber(value) ?? 0, currencyOf(field), { whole: true }),
};
