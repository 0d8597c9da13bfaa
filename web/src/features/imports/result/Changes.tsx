import type { Operation } from "@kartis/core/operations/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { Display } from "../../fields/display/Display.tsx";
import { isEmpty } from "../../fields/values.ts";
import { fieldOf } from "../../records/card-types.ts";
import { RecordName } from "../../records/RecordName.tsx";
import styles from "../imports.module.css";
import type { ImportTarget } from "../targets/target.ts";

/** The first rows that change a card: field by field, what stands there and what will. */
export function Changes({ target, changes, updated }: { target: ImportTarget; changes: Operation["changes"]; updated: number }) {
  const t = useT();
  const format = useFormat();
  if (changes.length === 0) return null;
  const shown = (fieldId: string, value: unknown) => {
    const field = fieldOf(target, fieldId);
    return !field || isEmpty(value) ? (
      <span className={styles.quiet}>—</span>
    ) : (
      <Display field={field} value={value} place="cell" />
    );
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          {changes.length < updated ? t("imports.firstChanges", { count: changes.length }) : t("imports.changes")}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t("imports.line")}</th>
            <th scope="col">{t("imports.card")}</th>
            <th scope="col">{t("imports.field")}</th>
            <th scope="col">{t("imports.before")}</th>
            <th scope="col">{t("imports.after")}</th>
          </tr>
        </thead>
        <tbody>
          {changes.flatMap(({ line, name, before, after }) =>
            Object.keys(after).map((fieldId, index, all) => (
              <tr key={`${line}:${fieldId}`}>
                {index === 0 && (
                  <>
                    <td rowSpan={all.length}>
                      <Num>{format.number(line)}</Num>
                    </td>
                    <th scope="row" rowSpan={all.length}>
                      <RecordName name={name} size={16} isWhole />
                    </th>
                  </>
                )}
                <td>
                  <bdi>{fieldOf(target, fieldId)?.label}</bdi>
                </td>
                <td className={styles.before}>{shown(fieldId, before[fieldId])}</td>
                <td className={styles.after}>{shown(fieldId, after[fieldId])}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}
