import arrowDown from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import arrowUp from "@fluentui/svg-icons/icons/arrow_up_16_regular.svg?icon";
import chevronDown from "@fluentui/svg-icons/icons/chevron_down_12_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import subtract from "@fluentui/svg-icons/icons/subtract_12_filled.svg?icon";
import type { Sort } from "@kartis/core/cards/query/schema.ts";
import { useState, type PointerEvent } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import type { Column } from "./columns.ts";
import { nameColumn } from "./place.ts";
import { useHeaderDrag } from "./useHeaderDrag.ts";
import styles from "./table.module.css";

interface TableHeadProps {
  columns: readonly Column[];
  sort: readonly Sort[];
  /** The column that Tab reaches, when the header has the focus. */
  activeColumn: number | undefined;
  selected: boolean | "mixed";
  widthOf: (column: Column) => number;
  onResize: (column: Column, width: number, isDone: boolean) => void;
  /** Called with the column, its position and the number of places to move; absent if columns cannot be moved. */
  onMove: ((column: Column, from: number, by: number) => void) | undefined;
}

const ariaSort = { asc: "ascending", desc: "descending" } as const;

export function TableHead({ columns, sort, activeColumn, selected, widthOf, onResize, onMove }: TableHeadProps) {
  const t = useT();
  const dragging = useHeaderDrag(columns, onMove);
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row}>
        <div
          role="columnheader"
          aria-colindex={1}
          className={`${styles.header} ${styles.check}`}
          data-row={-1}
          data-column={0}
          tabIndex={activeColumn === 0 ? 0 : -1}
        >
          <span className={styles.box} role="checkbox" aria-checked={selected} aria-label={t("cards.selectAll")} data-select-all>
            {selected === "mixed" ? <Icon of={subtract} /> : selected && <Icon of={checkmark} />}
          </span>
        </div>
        {columns.map((column, index) => {
          const order = sort.findIndex((entry) => entry.fieldId === column.id);
          const direction = sort[order]?.direction;
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={index + 2}
              aria-sort={direction ? ariaSort[direction] : column.isSortable ? "none" : undefined}
              className={index + 1 === nameColumn ? `${styles.header} ${styles.name}` : styles.header}
              style={{ inlineSize: `var(--column-${index})` }}
              data-row={-1}
              data-column={index + 1}
              data-sorted={direction !== undefined || undefined}
              data-numeric={column.isNumeric || undefined}
              data-dragged={dragging.from === index + 1 || undefined}
              data-drop={
                dragging.dropAt === index + 1 ? (dragging.dropAt > (dragging.from ?? 0) ? "after" : "before") : undefined
              }
              onPointerDown={(event) => dragging.start(event, index + 1)}
              tabIndex={activeColumn === index + 1 ? 0 : -1}
            >
              <span className={styles.label}>
                <Icon of={column.icon} />
                <bdi className={styles.text}>{column.label}</bdi>
                {direction && (
                  <span className={styles.arrow}>
                    {sort.length > 1 && order + 1}
                    <Icon of={direction === "asc" ? arrowUp : arrowDown} />
                  </span>
                )}
              </span>
              {onMove && (
                <span className={styles.menu} data-menu aria-hidden="true">
                  <Icon of={chevronDown} />
                </span>
              )}
              <Resizer column={column} width={widthOf(column)} onResize={onResize} />
            </div>
          );
        })}
        <div className={styles.filler} role="presentation" />
      </div>
    </div>
  );
}

interface Drag {
  x: number;
  width: number;
  sign: 1 | -1;
}

const widthAt = (event: PointerEvent, { x, width, sign }: Drag): number => width + (event.clientX - x) * sign;

/** For pointers; with the keyboard, Shift and the arrow keys resize a column. */
function Resizer({ column, width, onResize }: { column: Column; width: number; onResize: TableHeadProps["onResize"] }) {
  const [start, setStart] = useState<Drag>();

  function onPointerDown(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ x: event.clientX, width, sign: getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1 });
  }

  return (
    <span
      className={styles.resizer}
      data-resizer
      data-active={start !== undefined || undefined}
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onPointerMove={(event) => start && onResize(column, widthAt(event, start), false)}
      onPointerUp={(event) => {
        if (start && event.clientX !== start.x) onResize(column, widthAt(event, start), true);
        setStart(undefined);
      }}
      onPointerCancel={() => {
        if (start) onResize(column, start.width, true);
        setStart(undefined);
      }}
      onDoubleClick={() => onResize(column, column.defaultWidth, true)}
    />
  );
}
