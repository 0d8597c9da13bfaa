import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import type { Grid } from "./grid.ts";
import { inGrid } from "./presses.ts";
import type { Box } from "./ranges/range.ts";
import { isSelected } from "./selection.ts";
import { TableRow } from "./TableRow.tsx";

const GroupRow = later(async () => (await import("../groups/GroupRow.tsx")).GroupRow);
const CardMenu = later(() =>
  withWords(["palette", "rights"], import("../card-menu/CardMenu.tsx")).then((module) => module.CardMenu),
);

/** One row of the grid: a card, or the head of a group. */
export function GridRow({ grid, index, offset }: { grid: Grid; index: number; offset: number }) {
  const { props, focus, ranges, cells, whyNot } = grid;
  const { columns, types, rowAt, selection } = props;
  const { active } = focus;
  const group = props.groups?.groupAt(index);
  if (group && props.groups)
    return (
      <GroupRow
        field={props.groups.field}
        group={group}
        index={index}
        offset={offset}
        columns={columns}
        isActive={active.row === index}
      />
    );
  const card = rowAt(index);
  const isEdited = cells.editing?.row === index;
  return (
    <TableRow
      card={card}
      index={index}
      offset={offset}
      columns={columns}
      types={types}
      isSelected={card !== undefined && isSelected(selection.selection, card.id)}
      isReadOnly={card !== undefined && whyNot("update", card) !== undefined}
      activeColumn={active.row === index ? active.column : undefined}
      {...inRow("range", ranges.box, index)}
      {...inRow("fill", ranges.filling, index)}
      handle={ranges.handle?.row === index ? ranges.handle.column : undefined}
      editing={isEdited ? cells.editing : undefined}
      onCommit={isEdited ? (...edit) => inGrid(grid, ({ commit }) => commit(...edit)) : undefined}
      onCancel={isEdited ? () => inGrid(grid, ({ cancel }) => cancel()) : undefined}
    />
  );
}

/** The menu of a row, where it is open. */
export function OpenRowMenu({ grid }: { grid: Grid }) {
  const { props, focus, ranges, menus } = grid;
  const { columns, types, rowAt, selection, onOpen } = props;
  const { active } = focus;
  const { rowMenu } = menus;
  const menuCard = rowMenu && rowAt(rowMenu.row);
  if (!rowMenu || !menuCard) return null;
  return (
    <CardMenu
      card={menuCard}
      type={types.find((type) => type.id === menuCard.typeId)}
      at={rowMenu}
      onOpen={() => onOpen(menuCard, rowMenu.row)}
      onEdit={
        columns[active.column - 1]?.fieldFor(menuCard) ? () => inGrid(grid, ({ edit }) => edit(active, undefined)) : undefined
      }
      onCopy={ranges.copyCells}
      selection={{
        isSelected: isSelected(selection.selection, menuCard.id),
        onToggle: () => selection.toggle(rowMenu.row, false),
      }}
      onClose={menus.closeRow}
    />
  );
}

/** Passes each row only its own part of a range, so that the others do not rerender. */
function inRow<Name extends "range" | "fill">(
  name: Name,
  box: Box | undefined,
  row: number,
): Partial<Record<`${Name}${"First" | "Last"}`, number>> {
  const isIn = box && row >= box.top && row <= box.bottom;
  const sides: Partial<Record<string, number>> = isIn ? { [`${name}First`]: box.first, [`${name}Last`]: box.last } : {};
  return sides;
}
