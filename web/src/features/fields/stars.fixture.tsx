import icon from "@fluentui/svg-icons/icons/star_16_regular.svg?icon";
import type { DisplayProps, FieldScreen } from "./screen.ts";
import { TextEditor } from "./editors/TextEditor.tsx";
import { asNumber } from "./values.ts";

function Stars({ value }: DisplayProps) {
  return <b>{"★".repeat(asNumber(value) ?? 0)}</b>;
}

/** Display and editors of a field type that does not exist (`stars.fixture.ts` in core). */
export const stars: FieldScreen = {
  icon,
  Display: Stars,
  Editor: TextEditor,
  isTyped: true,
  columnWidth: 99,
  print: (value) => `${String(value)}/5`,
};
