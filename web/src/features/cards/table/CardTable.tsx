import { useEffect, useMemo, useRef } from "react";
import { useCommands } from "../../../lib/keys/commands.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { rowHeight, useDensity } from "../list/density.ts";
import { useWhyNot } from "../../records/rights.ts";
import { type CardTableProps, type Grid, headHeight, selectedIn } from "./grid.ts";
import { GridRow, OpenRowMenu } from "./GridRow.tsx";
import { nameColumn } from "./place.ts";
import { inGrid, preloadPresses, pressesOf } from "./presses.ts";
import { useRanges } from "./ranges/useRanges.ts";
import { TableHead } from "./TableHead.tsx";
import { useCellEditing } from "./useCellEditing.ts";
import { useColumnWidths } from "./useColumnWidths.ts";
import { useGridFocus } from "./useGridFocus.ts";
import { useTableMenus } from "./useTableMenus.ts";
import styles from "./table.module.css";

/**
 * The table of cards: one tab stop, the focus roves by keys. The row in focus is always drawn, however far one scrolls, so the focus is never lost.
 * Rows are absolute in a body as high as the whole list, so the scroll bar is right even for 100,000 of them.
 */
export function CardTable(props: CardTableProps) {
  const { layout, label, columns, types, total, rowAt, sort, selection, memory, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const density = useDensity();
  // The density says which height the style sheets have.
  // oxlint-disable-next-line react/exhaustive-deps
  const height = useMemo(rowHeight, [density]);
  const focus = useGridFocus({
    scroller,
    memory,
    hasFocusOnArrival: props.hasFocusOnArrival,
    total,
    height,
    headHeight,
    isUnderBar: props.isUnderBar ?? false,
    onRange,
  });
  const { active, goTo } = focus;
  // In the table its own keys are met first.
  useCommands([
    total > 0 && {
      id: "table.enter",
      label: () => currentTranslate()("palette.grid.enter"),
      group: "list",
      shortcut: "J",
      onlyKey: true,
      run: () => goTo({ row: Math.max(0, active.row), column: nameColumn }),
    },
  ]);
  const widths = useColumnWidths(columns, layout?.widthIn, layout?.onResize);
  const whyNot = useWhyNot();
  const menus = useTableMenus(columns, rowAt, focus);
  const ranges = useRanges({ active, columns, types, total, load: props.load, scroller: () => scroller.current, goTo });
  const cells = useCellEditing(focus);
  useEffect(() => {
    if (!cells.editing) focus.settle();
  });
  useEffect(preloadPresses, []);
  const grid: Grid = {
    props,
    focus,
    ranges,
    cells,
    widths,
    menus,
    whyNot,
    height,
    cards: props.groups ? props.groups.cards : total,
  };
  const { columnMenu } = menus;
  return (
    <div ref={scroller} className={styles.scroller} data-under-bar={props.isUnderBar || undefined}>
      {/* The grid handles the keys of all of its cells; they carry the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        className={styles.grid}
        style={widths.style}
        data-selecting={selection.count > 0 || undefined}
        onFocus={focus.onFocus}
        {...pressesOf(grid)}
        onPointerDown={ranges.onPointerDown}
        onCopy={ranges.onCopy}
        onCut={ranges.onCut}
        onPaste={ranges.onPaste}
      >
        <TableHead
          columns={columns}
          sort={sort}
          activeColumn={active.row === -1 ? active.column : undefined}
          selected={selectedIn(grid)}
          widthOf={widths.widthOf}
          onResize={widths.resize}
          onMove={layout && ((column, from, by) => inGrid(grid, ({ moveColumn }) => moveColumn(column, from, by)))}
        />
        <div role="rowgroup" className={styles.body} style={{ blockSize: total * height }}>
          {focus.rows.map((index) => (
            <GridRow key={index} grid={grid} index={index} offset={index * height} />
          ))}
        </div>
      </div>
      {columnMenu && layout?.menu(columnMenu.column, columnMenu.anchor, menus.closeColumn)}
      <div className={styles.announcement} role="status">
        {ranges.announcement}
      </div>
      <OpenRowMenu grid={grid} />
    </div>
  );
}
