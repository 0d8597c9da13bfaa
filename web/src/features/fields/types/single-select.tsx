import icon from "@fluentui/svg-icons/icons/tag_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import { formControl, optionEditor } from "../parts.ts";
import styles from "../display/Display.module.css";
import { Priority } from "../display/Priority.tsx";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { optionOf } from "../values.ts";

function Choice({ field, value, place }: DisplayProps) {
  const option = optionOf(field, value);
  if (!option) return null;
  if (field.id === "status") return <Pill hue={option.hue}>{option.label}</Pill>;
  if (field.key === "priority") return <Priority option={option} rank={field.options.indexOf(option)} />;
  // At most one status per row is in color: other single choices are words (DESIGN.md sections 3 and 7).
  return <bdi className={place === "cell" ? `${styles.text} ${styles.quiet}` : styles.text}>{option.label}</bdi>;
}

function OptionLabel({ field, value }: { field: Field; value: string | number }) {
  const t = useT();
  const option = optionOf(field, value);
  return option ? <Pill hue={option.hue}>{option.label}</Pill> : <span className={styles.quiet}>{t("cards.noValue")}</span>;
}

export const singleSelect: FieldScreen = {
  icon,
  Display: Choice,
  Editor: optionEditor("SelectEditor"),
  Control: formControl("SelectControl"),
  isTyped: false,
  GroupLabel: OptionLabel,
};
