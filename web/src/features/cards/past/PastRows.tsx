import type { CardType } from "@kartis/core/cards/schema.ts";
import { useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { cardHref } from "../../records/card-href.ts";
import { Display } from "../../fields/display/Display.tsx";
import { isEmpty } from "../../fields/values.ts";
import type { TableMemory } from "../table/useGridFocus.ts";
import type { PlacedColumn } from "../table/columns.ts";
import { nameOf } from "../../records/card-types.ts";
import type { VisibleRange } from "../list/useCardList.ts";
import { useRowWindow } from "../list/useRowWindow.ts";
import { GoneTag, Now } from "./Changed.tsx";
import { isDifferent } from "./differences.ts";
import styles from "./past.module.css";
import type { PastRow } from "./usePastList.ts";

const rowHeight = 92;

interface PastRowsProps {
  type: CardType;
  columns: readonly PlacedColumn[];
  total: number;
  rowAt: (index: number) => PastRow | undefined;
  memory: TableMemory;
  onRange: (range: VisibleRange) => void;
}

/** On a phone: a card's name, its first two values, and the first that is another one now. */
export function PastRows({ type, columns, total, rowAt, memory, onRange }: PastRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = useRowWindow({ scroller, count: total, height: rowHeight, overscan: 6, memory, onRange });
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul className={styles.body} style={{ blockSize: total * rowHeight }}>
        {rows.map((index) => {
          const row = rowAt(index);
          return (
            <li
              key={index}
              className={styles.phoneRow}
              aria-setsize={total}
              aria-posinset={index + 1}
              data-gone={row?.now?.trashedAt ? true : undefined}
              style={{ transform: `translateY(${index * rowHeight}px)` }}
            >
              {row ? <PhoneRow row={row} type={type} columns={columns} /> : <span className={styles.bar} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function PhoneRow({ row: { card, now }, type, columns }: { row: PastRow } & Pick<PastRowsProps, "type" | "columns">) {
  const t = useT();
  const fields = columns.flatMap(({ column: { field } }) => (field ? [field] : []));
  const shown = fields.filter(({ id }) => id !== "name" && !isEmpty(card.fields[id])).slice(0, 2);
  const different = fields.filter(({ id }) => isDifferent(card, now, id));
  const [first] = different;
  return (
    <>
      <span className={styles.line}>
        <span className={styles.phoneName}>
          <Link href={cardHref(type, card.id)}>
            <bdi>{nameOf(card)}</bdi>
          </Link>
        </span>
        <GoneTag now={now} />
      </span>
      <span className={styles.line}>
        {shown.map((field) => (
          <span key={field.id} className={styles.text}>
            <Display field={field} value={card.fields[field.id]} place="cell" />
          </span>
        ))}
      </span>
      {first && now && (
        <span className={styles.line} data-different>
          <bdi>{first.label}</bdi>
          <Now field={first} now={now} />
          {different.length > 1 && <span>{t("past.more", { count: different.length - 1 })}</span>}
        </span>
      )}
    </>
  );
}
