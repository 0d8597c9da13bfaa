import type { CardType } from "@kartis/core/cards/schema.ts";
import { useRef } from "react";
import { useFormatHere } from "../../../lib/i18n.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { cardHref } from "../../records/card-href.ts";
import { Display } from "../../fields/display/Display.tsx";
import { isEmpty } from "../../fields/values.ts";
import type { TableMemory } from "../table/useGridFocus.ts";
import type { PlacedColumn } from "../table/columns.ts";
import { nameOf } from "../../records/card-types.ts";
import type { VisibleRange } from "../list/useCardList.ts";
import { useRowWindow } from "../list/useRowWindow.ts";
import { ChangedMark, GoneTag } from "./Changed.tsx";
import { isDifferent } from "./differences.ts";
import styles from "./past.module.css";
import type { PastRow } from "./usePastList.ts";

const rowHeight = 36;

interface PastTableProps {
  label: string;
  type: CardType;
  columns: readonly PlacedColumn[];
  total: number;
  rowAt: (index: number) => PastRow | undefined;
  memory: TableMemory;
  onRange: (range: VisibleRange) => void;
}

/** Cards as they were, to be read only. */
export function PastTable({ label, type, columns, total, rowAt, memory, onRange }: PastTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = useRowWindow({
    scroller,
    count: total,
    height: rowHeight,
    headHeight: rowHeight,
    overscan: 8,
    memory,
    onRange,
  });
  const widthOf = ({ column, width }: PlacedColumn) => width ?? column.defaultWidth;
  const cell = (placed: PlacedColumn) => ({
    style: { inlineSize: widthOf(placed) },
    "data-numeric": placed.column.isNumeric || undefined,
  });
  return (
    // It scrolls by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        style={{ inlineSize: columns.reduce((sum, placed) => sum + widthOf(placed), 0) }}
        className={styles.table}
      >
        <div role="rowgroup" className={styles.head}>
          <div role="row" aria-rowindex={1} className={styles.row}>
            {columns.map((placed) => (
              <div key={placed.column.id} role="columnheader" className={styles.cell} {...cell(placed)}>
                <bdi className={styles.text}>{placed.column.label}</bdi>
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.body} style={{ blockSize: total * rowHeight }}>
          {rows.map((index) => {
            const row = rowAt(index);
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className={styles.row}
                data-gone={row?.now?.trashedAt ? true : undefined}
                style={{ transform: `translateY(${index * rowHeight}px)` }}
              >
                {columns.map((placed) => {
                  const { field } = placed.column;
                  const isChanged = row && field && isDifferent(row.card, row.now, field.id);
                  return (
                    <div
                      key={placed.column.id}
                      role="cell"
                      className={styles.cell}
                      data-changed={isChanged || undefined}
                      {...cell(placed)}
                    >
                      {row ? <Value row={row} type={type} column={placed.column} /> : <span className={styles.bar} />}
                      {isChanged && row.now && <ChangedMark field={field} now={row.now} />}
                    </div>
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Value({ row: { card, now }, type, column }: { row: PastRow; type: CardType; column: PlacedColumn["column"] }) {
  const format = useFormatHere();
  if (column.id === "name")
    return (
      <>
        <Link href={cardHref(type, card.id)}>
          <bdi className={styles.text}>{nameOf(card)}</bdi>
        </Link>
        <GoneTag now={now} />
      </>
    );
  if (column.id === "createdAt") return <span className={styles.text}>{format.dateTime(card.createdAt)}</span>;
  const value = column.field && card.fields[column.field.id];
  return column.field && !isEmpty(value) ? (
    <span className={styles.value}>
      <Display field={column.field} value={value} place="cell" />
    </span>
  ) : null;
}
