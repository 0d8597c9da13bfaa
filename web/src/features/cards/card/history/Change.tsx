import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import arrowRight from "@fluentui/svg-icons/icons/arrow_right_12_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../../lib/i18n.tsx";
import { Icon } from "../../../../ui/display/Icon.tsx";
import { Display } from "../../../fields/display/Display.tsx";
import { isEmpty } from "../../../fields/values.ts";
import type { FieldChange } from "./changes.ts";
import styles from "../Timeline.module.css";

/** Old → new, each as the field shows its values. */
export function Change({ field, change }: { field: Field; change: FieldChange }) {
  const t = useT();
  // That it changed is all there is to say.
  if (fieldTraits[field.type].secret) return null;
  return (
    <span className={styles.values}>
      <Value field={field} value={change.before} />
      <Icon of={arrowRight} flip label={t("cards.history.to")} />
      <Value field={field} value={change.after} />
    </span>
  );
}

function Value({ field, value }: { field: Field; value: unknown }) {
  const t = useT();
  // A box that was never ticked is an empty box, as in the table.
  return isEmpty(value) && field.type !== "checkbox" ? (
    <span className={styles.none}>{t("cards.noValue")}</span>
  ) : (
    <Display field={field} value={value} place="cell" />
  );
}
