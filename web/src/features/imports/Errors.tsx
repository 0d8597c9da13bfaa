import type { CardType } from "@kartis/core/cards/schema.ts";
import type { Operation } from "@kartis/core/operations/schema.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Num } from "../../ui/Num.tsx";
import { validationMessage } from "../cards/fields/validation.ts";
import { fieldOf } from "../cards/types.ts";
import styles from "./imports.module.css";

/** The rows that cannot be taken: line of the file, field, what stands there, why. */
export function Errors({ type, errors, failed }: { type: CardType; errors: Operation["errors"]; failed: number }) {
  const t = useT();
  const format = useFormat();
  if (errors.length === 0) return null;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          {errors.length < failed ? t("imports.firstErrors", { count: errors.length }) : t("imports.errors")}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t("imports.line")}</th>
            <th scope="col">{t("imports.field")}</th>
            <th scope="col">{t("imports.value")}</th>
            <th scope="col">{t("imports.reason")}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error, index) => (
            // A line may have several.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${error.line}:${index}`}>
              <td>
                <Num>{format.number(error.line)}</Num>
              </td>
              <td>
                <bdi>{(error.fieldId && fieldOf(type, error.fieldId)?.label) ?? ""}</bdi>
              </td>
              <td className={styles.samples}>
                <bdi>{error.value}</bdi>
              </td>
              <td>{validationMessage(t, error.message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
