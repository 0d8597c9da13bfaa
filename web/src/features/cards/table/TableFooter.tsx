import type { CardList } from "@kartis/core/cards/query/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { usePrintSum } from "../../fields/display/usePrintSum.ts";
import type { Column } from "./columns.ts";
import styles from "./TableFooter.module.css";

/** Count, and sum and average of each column of numbers, over the whole list. */
export function TableFooter({ total, columns, sums }: { total: number; columns: readonly Column[]; sums: CardList["sums"] }) {
  const t = useT();
  const print = usePrintSum();
  const summed = columns.flatMap(({ field }) => {
    const entry = field && sums[field.id];
    if (!field || !entry || entry.count === 0) return [];
    return [
      {
        field,
        sum: print(field, entry.sum),
        average: entry.average === null ? undefined : print(field, entry.average, "average"),
      },
    ];
  });
  return (
    <footer className={styles.footer}>
      <span className={styles.count} role="status">
        {t("cards.count", { count: total })}
      </span>
      <span className={styles.sums}>
        {summed.map(({ field, sum, average }) => (
          <span key={field.id} className={styles.column}>
            {summed.length > 1 && <bdi className={styles.name}>{field.label}</bdi>}
            {average !== undefined && (
              <span>
                {t("cards.average")}{" "}
                <b className={styles.value}>
                  <Num>{average}</Num>
                </b>
              </span>
            )}
            <span>
              {t("cards.sum")}{" "}
              <b className={styles.value}>
                <Num>{sum}</Num>
              </b>
            </span>
          </span>
        ))}
      </span>
    </footer>
  );
}
