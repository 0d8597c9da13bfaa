import type { Field } from "@kartis/core/cards/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Pill } from "../../../ui/Pill.tsx";
import { Display } from "../fields/Display.tsx";
import { fieldTraits } from "../fields/traits.ts";
import { optionOf } from "../fields/values.ts";
import styles from "./GroupRow.module.css";

/** What the cards of a group or a lane have in common, looking as the value does. */
export function GroupLabel({ field, value }: { field: Field; value: string | number | null }) {
  const t = useT();
  const format = useFormat();
  const { control } = fieldTraits[field.type];
  if (control === "checkbox") return <span>{t(value === 1 ? "common.yes" : "common.no")}</span>;
  if (value === null || value === "") return <span className={styles.none}>{t("cards.noValue")}</span>;
  if (control === "date") return <span>{format.month(String(value))}</span>;
  if (control === "select") {
    const option = optionOf(field, value);
    return option ? <Pill hue={option.hue}>{option.label}</Pill> : <span className={styles.none}>{t("cards.noValue")}</span>;
  }
  return <Display field={field} value={value} place="cell" />;
}
