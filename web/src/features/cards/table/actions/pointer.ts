import { isFlag } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { MouseEvent } from "react";
import { isEmpty } from "../../../fields/values.ts";
import type { Grid } from "../grid.ts";
import { nameColumn, type Place } from "../place.ts";
import { isInBox } from "../ranges/range.ts";
import type { gridEditing } from "./editing.ts";
import type { GridCommand } from "./keys.ts";
import { nextSort } from "./next-sort.ts";

function placeOf(event: MouseEvent): Place | undefined {
  if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return undefined;
  const cell = event.target.closest<HTMLElement>("[data-row]");
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : undefined;
}

/** Pointer handlers of the table. */
export function gridPointer(
  { props, focus, ranges, cells, menus }: Grid,
  edit: ReturnType<typeof gridEditing>["edit"],
  run: (command: GridCommand) => void,
) {
  const { columns, groups, layout, rowAt, selection, sort, onOpen, onSort } = props;
  const { goTo } = focus;

  /** Its presses belong to the editor. One in another cell blocks nothing: what is not valid there is kept. */
  const isEdited = ({ row, column }: Place) => cells.editing?.row === row && cells.editing.column === column;

  function onClick(event: MouseEvent<HTMLDivElement>) {
    const place = placeOf(event);
    if (!place || !(event.target instanceof Element) || isEdited(place) || event.target.closest("[data-resizer]")) return;
    if (place.row === -1 && event.target.closest("[data-menu]")) return layout && menus.openColumn(place);
    // The press has stretched the range; a link under it opens nothing.
    if (event.shiftKey && ranges.box && place.column >= nameColumn) return event.preventDefault();
    focus.take(place);
    if (place.row === -1) {
      const column = columns[place.column - 1];
      if (place.column === 0) run({ kind: "selectAll" });
      else if (column?.isSortable) onSort(nextSort(sort, column.id, event.shiftKey));
      return;
    }
    const group = groups?.groupAt(place.row);
    if (group && groups) return groups.toggle(group);
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

  /** On a header, the right button opens its menu. */
  function onContextMenu(event: MouseEvent<HTMLDivElement>) {
    const place = placeOf(event);
    if (!place || isEdited(place)) return;
    if (place.row === -1) {
      if (!layout || place.column === 0) return;
      event.preventDefault();
      return layout && menus.openColumn(place);
    }
    if (!rowAt(place.row)) return;
    event.preventDefault();
    if (!ranges.box || !isInBox(ranges.box, place)) {
      ranges.collapse();
      goTo(place);
    }
    menus.openRow(place, { x: event.clientX, y: event.clientY });
  }

  function onDoubleClick(event: MouseEvent<HTMLDivElement>) {
    const place = placeOf(event);
    // The first press has opened the card: an editor would be taken away with what is typed into it.
    if (event.target instanceof Element && event.target.closest("[data-open]")) return;
    if (place && place.row >= 0 && place.column >= nameColumn && !isEdited(place)) edit(place, undefined);
  }

  return { onClick, onContextMenu, onDoubleClick };
}
