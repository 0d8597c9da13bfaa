import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import { isFigure } from "@kartis/core/cards/figures/schema.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { memo } from "react";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { RecordAvatar } from "../../../ui/display/Avatar.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { TypeSquare } from "../../../ui/display/Pill.tsx";
import { avatarUrlOf } from "../../records/file-values.ts";
import { Display } from "../../fields/display/Display.tsx";
import type { Then } from "../../fields/editors/editing.ts";
import { Editor } from "../../fields/editors/Editor.tsx";
import { isEmpty } from "../../fields/values.ts";
import { nameOf } from "../../records/card-types.ts";
import { useClashes } from "../clashes.ts";
import { useRolledBack } from "../rolled-back.ts";
import type { Column } from "./columns.ts";
import { nameColumn } from "./place.ts";
import { rejectCells, useRejected } from "./ranges/rejected.ts";
import { cardHref } from "../../records/card-href.ts";
import styles from "./table.module.css";

const CellClash = later(() => withWords(["card"], import("./CellClash.tsx")).then((module) => module.CellClash));

interface RowEditing {
  column: number;
  text: string | undefined;
  isSelected: boolean;
}

interface TableRowProps {
  card: Card | undefined;
  index: number;
  /** Pixels from the top of the body. */
  offset: number;
  columns: readonly Column[];
  types: readonly CardType[];
  isSelected: boolean;
  isReadOnly: boolean;
  /** The column that Tab reaches, when this row has the focus. */
  activeColumn: number | undefined;
  /** The columns of a range of cells, inclusive, and of what a drag of its handle would fill. */
  rangeFirst?: number | undefined;
  rangeLast?: number | undefined;
  fillFirst?: number | undefined;
  fillLast?: number | undefined;
  /** The column in whose corner the handle stands. */
  handle: number | undefined;
  editing: RowEditing | undefined;
  /** Only for the row that is being edited; otherwise all rows would rerender. */
  onCommit: ((card: Card, column: number, value: unknown, then: Then) => void) | undefined;
  onCancel: (() => void) | undefined;
}

/** Events come to the grid, which reads `data-row` and `data-column`: a row makes no handlers while one scrolls. */
export const TableRow = memo(function TableRow({
  card,
  index,
  offset,
  columns,
  types,
  isSelected,
  isReadOnly,
  activeColumn,
  rangeFirst = 1,
  rangeLast = 0,
  fillFirst = 1,
  fillLast = 0,
  handle,
  editing,
  onCommit,
  onCancel,
}: TableRowProps) {
  const t = useT();
  const isRolledBack = useRolledBack();
  const rejectedOf = useRejected();
  const clashOf = useClashes();
  const type = types.find((other) => other.id === card?.typeId);
  const place = (column: number) => ({ "data-row": index, "data-column": column, tabIndex: activeColumn === column ? 0 : -1 });
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={styles.row}
      style={{ transform: `translateY(${offset}px)` }}
    >
      <div role="gridcell" aria-colindex={1} className={`${styles.cell} ${styles.check}`} {...place(0)}>
        {card && (
          <span
            className={styles.box}
            role="checkbox"
            aria-checked={isSelected}
            aria-label={t("cards.select", { name: nameOf(card) })}
            data-select={index}
          >
            {isSelected && <Icon of={checkmark} />}
          </span>
        )}
      </div>
      {columns.map((column, position) => {
        const number = position + 1;
        const isName = number === nameColumn;
        const field = card && column.fieldFor(card);
        const isEditing = editing?.column === number;
        const rejected = card && field && !isEditing ? rejectedOf(card.id, field.id) : undefined;
        const clash = card && field && !isEditing ? clashOf(card.id, field.id) : undefined;
        const isInRange = number >= rangeFirst && number <= rangeLast;
        return (
          <div
            key={column.id}
            role={isName ? "rowheader" : "gridcell"}
            aria-colindex={number + 1}
            className={isName ? `${styles.cell} ${styles.name}` : styles.cell}
            style={{ inlineSize: `var(--column-${position})` }}
            aria-readonly={isReadOnly || undefined}
            data-numeric={column.isNumeric || undefined}
            data-editing={isEditing || undefined}
            data-in-range={isInRange || undefined}
            data-filling={(number >= fillFirst && number <= fillLast) || undefined}
            data-clash={clash && true}
            data-rejected={rejected && true}
            aria-selected={isInRange || undefined}
            aria-invalid={rejected && true}
            aria-description={rejected?.reason}
            data-rolled-back={(card && isRolledBack(card.id, column.id)) || undefined}
            {...place(number)}
          >
            {card ? (
              <span className={styles.content}>
                {rejected ? (
                  <bdi className={styles.text}>{rejected.text}</bdi>
                ) : isName && type ? (
                  <a className={styles.link} href={cardHref(type, card.id)} tabIndex={-1} draggable={false} data-open>
                    <RecordAvatar name={nameOf(card)} imageUrl={avatarUrlOf(card)} />
                    <bdi className={styles.text}>{nameOf(card)}</bdi>
                  </a>
                ) : (
                  <CellValue card={card} column={column} type={type} />
                )}
              </span>
            ) : (
              <span className={styles.bar} style={{ inlineSize: `${40 + ((index * 13 + position * 29) % 45)}%` }} />
            )}
            {rejected && <span className={styles.reason}>{rejected.reason}</span>}
            {clash && <CellClash clash={clash} theirs={card?.fields[clash.field.id]} />}
            {handle === number && !isEditing && <span className={styles.handle} data-fill aria-hidden="true" />}
            {isEditing && card && field && (
              <Editor
                field={field}
                value={card.fields[field.id]}
                initialText={editing.text}
                isSelected={editing.isSelected}
                cardId={card.id}
                place="cell"
                onCommit={(value, then) => onCommit?.(card, number, value, then)}
                onCancel={() => onCancel?.()}
                onInvalid={(text, reason) => rejectCells([{ cardId: card.id, fieldId: field.id, text, reason }])}
              />
            )}
          </div>
        );
      })}
      <div className={styles.filler} role="presentation" />
    </div>
  );
});

function CellValue({ card, column, type }: { card: Card; column: Column; type: CardType | undefined }) {
  const format = useFormat();
  if (column.id === "updatedAt")
    return <span className={`${styles.text} ${styles.quiet}`}>{format.relative(card.updatedAt)}</span>;
  if (column.id === "type") {
    return type ? (
      <span className={styles.type}>
        <TypeSquare hue={type.hue} />
        <bdi className={styles.text}>{type.name}</bdi>
      </span>
    ) : null;
  }
  if (column.id === "lastActivityAt" && card.figures?.lastActivityAt)
    return <span className={`${styles.text} ${styles.quiet}`}>{format.relative(card.figures.lastActivityAt)}</span>;
  if (isFigure(column.id) && column.field) {
    const figure = card.figures?.[column.id];
    return figure ? <Display field={column.field} value={figure} place="cell" /> : null;
  }
  const field = column.fieldFor(card);
  const value = field && card.fields[field.id];
  return field && !isEmpty(value) ? <Display field={field} value={value} place="cell" /> : null;
}
