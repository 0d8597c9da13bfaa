import icon from "@fluentui/svg-icons/icons/tag_multiple_16_regular.svg?icon-later";
import { Tag } from "../../../ui/display/Pill.tsx";
import { formControl, optionEditor } from "../parts.ts";
import styles from "../display/Display.module.css";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { asIds, optionOf } from "../values.ts";

/** Number of tokens that fit in a cell. */
const tokensInCell = 2;

function Tokens({ field, value, place }: DisplayProps) {
  const options = asIds(value).flatMap((id) => optionOf(field, id) ?? []);
  const shown = place === "cell" ? options.slice(0, tokensInCell) : options;
  return (
    <span className={styles.tokens} data-wrap={place === "card" || undefined}>
      {shown.map((option) => (
        <Tag key={option.id} hue={option.hue}>
          {option.label}
        </Tag>
      ))}
      {options.length > shown.length && <span className={styles.rest}>+{options.length - shown.length}</span>}
    </span>
  );
}

export const multiSelect: FieldScreen = {
  icon,
  Display: Tokens,
  Editor: optionEditor("TokensEditor"),
  Control: formControl("TokensControl"),
  isTyped: false,
  columnWidth: 172,
};
