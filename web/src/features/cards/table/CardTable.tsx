import { isFlag } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, CardType, Sort } from "@kartis/core/cards/schema.ts";
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { isEmpty } from "../fields/values.ts";
import { rowHeight, useDensity } from "../list/density.ts";
import { nextSort } from "../list/list-state.ts";
import type { VisibleRange } from "../list/useCardList.ts";
import { useWhyNot } from "../rights.ts";
import type { Groups } from "../groups/useGroups.ts";
import type { Column } from "./columns.ts";
import { commandOf, nameColumn, type GridCommand, type Place } from "./grid-keys.ts";
import { columnsOf, isInBox, type Box } from "./ranges/range.ts";
import { dropRejected, rejectedAt } from "./ranges/rejected.ts";
import { useRanges } from "./ranges/useRanges.ts";
import { isSelected, type SelectionState } from "./selection.ts";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { useCellEditing } from "./useCellEditing.ts";
import { useColumnWidths } from "./useColumnWidths.ts";
import { useGridFocus, type TableMemory } from "./useGridFocus.ts";
import styles from "./table.module.css";

const RowMenu = later(() => withWords(["palette", "rights"], import("./RowMenu.tsx")).then((module) => module.RowMenu));

interface ColumnLayout {
  /** The width that the view says; undefined where the column has its own. */
  widthIn: (column: Column) => number | undefined;
  onResize: (columnId: string, width: number) => void;
  onMove: (columnId: string, by: number) => void;
  /** What a header's menu offers, at the header. */
  menu: (column: Column, anchor: HTMLElement, onClose: () => void) => ReactNode;
}

interface CardTableProps {
  label: string;
  columns: readonly Column[];
  types: readonly CardType[];
  total: number;
  rowAt: (index: number) => Card | undefined;
  /** The cards of the rows `first…last`, asked for where they are not here: a range may go beyond what was seen. */
  load: (first: number, last: number) => Promise<readonly (Card | undefined)[]>;
  sort: readonly Sort[];
  selection: SelectionState;
  memory: TableMemory;
  hasFocusOnArrival: boolean;
  /** Where the rows stand in groups. */
  groups?: Groups | undefined;
  onRange: (range: VisibleRange) => void;
  onSort: (sort: Sort[]) => void;
  /** Where columns can be arranged; without it they are as they are by themselves. */
  layout?: ColumnLayout;
  onOpen: (card: Card, index: number) => void;
}

const GroupRow = later(async () => (await import("../groups/GroupRow.tsx")).GroupRow);

const headHeight = 32;

/**
 * The table of cards: one tab stop, the focus roves by keys. The row in focus is always drawn, however far one scrolls, so the focus is never lost.
 * Rows are absolute in a body as high as the whole list, so the scroll bar is right even for 100,000 of them.
 */
export function CardTable(props: CardTableProps) {
  const { layout, label, columns, types, total, rowAt, sort, selection, memory, onRange, onSort, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const density = useDensity();
  const whyNot = useWhyNot();
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
    onRange,
  });
  const { active, goTo, cellAt, virtualizer } = focus;
  const widths = useColumnWidths(columns, layout?.widthIn, layout?.onResize);
  const [menu, setMenu] = useState<{ column: Column; anchor: HTMLElement }>();
  const [rowMenu, setRowMenu] = useState<{ row: number; x: number; y: number }>();
  const ranges = useRanges({ active, columns, types, total, load: props.load, scroller: () => scroller.current, goTo });
  const { editing, edit, commit, cancel, turnedAt, turnBack } = useCellEditing({
    columns,
    rowAt,
    focus,
    onBegin: () => ranges.collapse(),
  });
  useEffect(() => {
    if (!editing) focus.settle();
  });

  function moveColumn(column: Column, from: number, by: number) {
    const to = Math.min(columns.length, Math.max(nameColumn + 1, from + by));
    if (!layout || from <= nameColumn || to === from) return;
    layout.onMove(column.id, to - from);
    goTo({ row: -1, column: to });
  }

  function openMenu(place: Place) {
    const column = columns[place.column - 1];
    const anchor = cellAt(place);
    if (layout && column && anchor) setMenu({ column, anchor });
  }

  // Heads of groups are rows, and not cards.
  const cards = props.groups ? props.groups.cards : total;
  const allSelected = selection.count > 0 && (selection.count >= cards ? true : "mixed");

  function run(command: GridCommand) {
    const group = active.row >= 0 ? props.groups?.groupAt(active.row) : undefined;
    if (group && props.groups && (command.kind === "open" || command.kind === "edit" || command.kind === "select"))
      return props.groups.toggle(group);
    const card = rowAt(active.row);
    const column = columns[active.column - 1];
    switch (command.kind) {
      case "move":
        ranges.collapse();
        return goTo(command.to);
      case "extend":
        return ranges.extend(command.to);
      case "clearCells":
        return ranges.clearCells();
      case "fill":
        return ranges.fillWithin(command.direction);
      case "menu":
        return active.row === -1 ? openMenu(active) : openRowMenu(active);
      case "select":
        return selection.toggle(active.row, command.extend);
      case "selectAll":
        return selection.count > 0 && allSelected === true ? selection.clear() : selection.selectAll();
      case "clear":
        return letGo();
      case "open":
        return card && onOpen(card, active.row);
      case "edit":
        return edit(active.column === 0 ? { ...active, column: nameColumn } : active, command.text);
      case "sort":
        return column?.isSortable && onSort(nextSort(sort, column.id, command.keepOthers));
      case "resize":
        return column && widths.resize(column, widths.widthOf(column) + command.by, true);
      case "moveColumn":
        return column && moveColumn(column, active.column, command.by);
    }
  }

  const rejectedHere = () => {
    const card = rowAt(active.row);
    const field = card && columns[active.column - 1]?.fieldFor(card);
    return card && field && rejectedAt(card.id, field.id) ? { card, field } : undefined;
  };
  const canLetGo = () =>
    ranges.box !== undefined || rejectedHere() !== undefined || turnedAt(active) !== undefined || selection.count > 0;

  /** Escape: the range, then what was pasted in vain, then the flag that was just turned, then the selected rows. */
  function letGo() {
    const rejected = rejectedHere();
    if (ranges.box) ranges.collapse();
    else if (rejected) dropRejected(rejected.card.id, rejected.field.id);
    else if (turnedAt(active)) turnBack(active);
    else selection.clear();
  }

  function openRowMenu(place: Place, at?: { x: number; y: number }) {
    const cell = cellAt(place)?.getBoundingClientRect();
    if (!cell || !rowAt(place.row)) return;
    setRowMenu({ row: place.row, x: at?.x ?? cell.left + 12, y: at?.y ?? cell.bottom });
  }

  function closeRowMenu() {
    setRowMenu(undefined);
    focus.comeBack();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // Popovers are children of the grid for React, not for the document.
    const isInside =
      event.target instanceof HTMLElement &&
      event.currentTarget.contains(event.target) &&
      !event.target.closest("input,textarea");
    if (!isInside || event.nativeEvent.isComposing) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / height) - 1);
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
    const command = commandOf(event, active, { rows: total, columns: columns.length + 1, page, isRightToLeft });
    if (!command || (command.kind === "clear" && !canLetGo())) return;
    // Without columns to fill, ⌘R is the browser's.
    if (command.kind === "fill" && command.direction === "columns" && !(ranges.box && columnsOf(ranges.box) > 1)) return;
    event.preventDefault();
    run(command);
  }

  function placeOf(event: MouseEvent): Place | undefined {
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return undefined;
    const cell = event.target.closest<HTMLElement>("[data-row]");
    return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
  }

  /** Screen readers and scripts move the focus without a key or a press. */
  function onFocus(event: FocusEvent<HTMLDivElement>) {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.row === undefined) return;
    const place = { row: Number(event.target.dataset.row), column: Number(event.target.dataset.column) };
    if (place.row === active.row && place.column === active.column) return;
    focus.take(place);
  }

  function onClick(event: MouseEvent<HTMLDivElement>) {
    const place = placeOf(event);
    if (!place || !(event.target instanceof Element) || editing || event.target.closest("[data-resizer]")) return;
    if (place.row === -1 && event.target.closest("[data-menu]")) return openMenu(place);
    // The press has stretched the range; a link under it opens nothing.
    if (event.shiftKey && ranges.box && place.column >= nameColumn) return event.preventDefault();
    focus.take(place);
    if (place.row === -1) {
      const column = columns[place.column - 1];
      if (place.column === 0) run({ kind: "selectAll" });
      else if (column?.isSortable) onSort(nextSort(sort, column.id, event.shiftKey));
      return;
    }
    const group = props.groups?.groupAt(place.row);
    if (group && props.groups) return props.groups.toggle(group);
    if (place.column === 0) return selection.toggle(place.row, event.shiftKey);
    const card = rowAt(place.row);
    if (!card) return;
    if (event.target.closest("[data-open]")) {
      // With a modifier, and with the middle button, it is the browser's link.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      return onOpen(card, place.row);
    }
    const field = columns[place.column - 1]?.fieldFor(card);
    if (field && isFlag(fieldTraits[field.type]) && (event.target.closest("[role=img]") || isEmpty(card.fields[field.id])))
      edit(place, undefined);
  }

  /** On a header the other button opens its menu. */
  function onContextMenu(event: MouseEvent<HTMLDivElement>) {
    const place = placeOf(event);
    if (!place || editing) return;
    if (place.row === -1) {
      if (!layout || place.column === 0) return;
      event.preventDefault();
      return openMenu(place);
    }
    if (!rowAt(place.row)) return;
    event.preventDefault();
    if (!ranges.box || !isInBox(ranges.box, place)) {
      ranges.collapse();
      goTo(place);
    }
    openRowMenu(place, { x: event.clientX, y: event.clientY });
  }

  function onDoubleClick(event: MouseEvent<HTMLDivElement>) {
    const place = placeOf(event);
    if (place && place.row >= 0 && place.column >= nameColumn && !editing) edit(place, undefined);
  }

  const menuCard = rowMenu && rowAt(rowMenu.row);
  return (
    <div ref={scroller} className={styles.scroller}>
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
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
        onDoubleClick={onDoubleClick}
        onPointerDown={ranges.onPointerDown}
        onCopy={ranges.onCopy}
        onCut={ranges.onCut}
        onPaste={ranges.onPaste}
      >
        <TableHead
          columns={columns}
          sort={sort}
          activeColumn={active.row === -1 ? active.column : undefined}
          selected={allSelected}
          widthOf={widths.widthOf}
          onResize={widths.resize}
          onMove={layout && moveColumn}
        />
        <div role="rowgroup" className={styles.body} style={{ blockSize: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const group = props.groups?.groupAt(index);
            if (group && props.groups)
              return (
                <GroupRow
                  key={index}
                  field={props.groups.field}
                  group={group}
                  index={index}
                  offset={start}
                  columns={columns}
                  isActive={active.row === index}
                />
              );
            const card = rowAt(index);
            return (
              <TableRow
                key={index}
                card={card}
                index={index}
                offset={start}
                columns={columns}
                types={types}
                isSelected={card !== undefined && isSelected(selection.selection, card.id)}
                isReadOnly={card !== undefined && whyNot("update", card) !== undefined}
                activeColumn={active.row === index ? active.column : undefined}
                {...inRow("range", ranges.box, index)}
                {...inRow("fill", ranges.filling, index)}
                handle={ranges.handle?.row === index ? ranges.handle.column : undefined}
                editing={editing?.row === index ? editing : undefined}
                onCommit={editing?.row === index ? commit : undefined}
                onCancel={editing?.row === index ? cancel : undefined}
              />
            );
          })}
        </div>
      </div>
      {menu && layout?.menu(menu.column, menu.anchor, () => setMenu(undefined))}
      <div className={styles.announcement} role="status">
        {ranges.announcement}
      </div>
      {rowMenu && menuCard && (
        <RowMenu
          card={menuCard}
          type={types.find((type) => type.id === menuCard.typeId)}
          at={rowMenu}
          isSelected={isSelected(selection.selection, menuCard.id)}
          onOpen={() => onOpen(menuCard, rowMenu.row)}
          onEdit={columns[active.column - 1]?.fieldFor(menuCard) ? () => edit(active, undefined) : undefined}
          onCopy={ranges.copyCells}
          onSelect={() => selection.toggle(rowMenu.row, false)}
          onClose={closeRowMenu}
        />
      )}
    </div>
  );
}

/** Each row receives only its own part of a range, so that the others do not render again. */
function inRow<Name extends "range" | "fill">(
  name: Name,
  box: Box | undefined,
  row: number,
): Partial<Record<`${Name}${"First" | "Last"}`, number>> {
  const isIn = box && row >= box.top && row <= box.bottom;
  const sides: Partial<Record<string, number>> = isIn ? { [`${name}First`]: box.first, [`${name}Last`]: box.last } : {};
  return sides;
}
