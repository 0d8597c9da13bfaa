import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { Display } from "../fields/display/Display.tsx";
import { isEmpty } from "../fields/values.ts";
import styles from "./merges.module.css";

/** A value of one of the cards that are compared. */
export function ComparedValue({ field, value }: { field: Field; value: unknown }) {
  const t = useT();
  return isEmpty(value) ? (
    <span className={styles.none}>{t("cards.noValue")}</span>
  ) : (
    <Display field={field} value={value} place="cell" />
  );
}
