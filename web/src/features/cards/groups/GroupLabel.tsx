import { isFlag } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Display } from "../../fields/display/Display.tsx";
import { screenOf } from "../../fields/screens.ts";
import styles from "./GroupRow.module.css";

/** Label of a group or lane, displayed like the value. */
export function GroupLabel({ field, value }: { field: Field; value: string | number | null }) {
  const t = useT();
  // A checkbox that was never set is unchecked.
  const shown = value === null && isFlag(fieldTraits[field.type]) ? 0 : value;
  if (shown === null || shown === "") return <span className={styles.none}>{t("cards.noValue")}</span>;
  const Label = screenOf(field.type).GroupLabel;
  return Label ? <Label field={field} value={shown} /> : <Display field={field} value={shown} place="cell" />;
}
