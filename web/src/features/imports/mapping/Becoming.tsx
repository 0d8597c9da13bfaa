import { isDay } from "@kartis/core/cards/fields/day.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { Operation } from "@kartis/core/operations/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { useNameOf } from "../../people/people.ts";
import styles from "../imports.module.css";
import type { ImportTarget } from "../targets/target.ts";

interface BecomingProps {
  target: ImportTarget;
  /** The first rows, each with the values of what it would become. */
  rows: Operation["changes"];
  /** Total number. */
  created: number;
}

/** Preview of the first rows: one line each, with the columns that any of them uses. */
export function Becoming({ target, rows, created }: BecomingProps) {
  const t = useT();
  const format = useFormat();
  const shown = useShown();
  if (rows.length === 0) return null;
  const fields = target.fields.filter(({ id }) => rows.some(({ after }) => after[id] !== null && after[id] !== undefined));
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.caption}>{target.words.rows?.(rows.length < created ? rows.length : null)}</caption>
        <thead>
          <tr>
            <th scope="col">{t("imports.line")}</th>
            {fields.map(({ id, label }) => (
              <th key={id} scope="col">
                <bdi>{label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, after }) => (
            <tr key={line}>
              <td>
                <Num>{format.number(line)}</Num>
              </td>
              {fields.map((field, index) => {
                const text = shown(field, after[field.id]);
                return index === 0 ? (
                  <th key={field.id} scope="row" className={styles.samples}>
                    <bdi>{text}</bdi>
                  </th>
                ) : (
                  <td key={field.id} className={styles.samples}>
                    <bdi>{text}</bdi>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A value of what is to be made in words. */
function useShown(): (field: Field, value: unknown) => string {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  return (field, value) => {
    if (value === true) return t("common.yes");
    if (Array.isArray(value)) return value.map((userId) => nameOf(String(userId))).join(", ");
    if (typeof value !== "string") return "";
    switch (field.type) {
      case "user":
        return nameOf(value);
      case "singleSelect":
        return field.options.find(({ id }) => id === value)?.label ?? value;
      case "datetime":
        return isDay(value) ? format.day(value) : format.dateTime(value);
      default:
        return value;
    }
  };
}
