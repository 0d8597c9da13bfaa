import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { CardQuery } from "@kartis/core/cards/query/schema.ts";
import { useRef, useState } from "react";
import { later } from "../../../lib/later.tsx";
import type { Column } from "../table/columns.ts";
import styles from "./board.module.css";
import { focusMoved } from "./focus-moved.ts";
import { BoardSkeleton } from "./BoardSkeleton.tsx";
import { Lane } from "./Lane.tsx";
import { withDragged } from "./lanes.ts";
import { useCardMenu } from "./useCardMenu.ts";
import { onBoardKey } from "./board-keys.ts";
import { useBoard } from "./useBoard.ts";
import { useBoardPlace } from "./useBoardPlace.ts";
import { useMoves } from "./useMoves.ts";

const CardMenu = later(async () => (await import("../card-menu/CardMenu.tsx")).CardMenu);
const Failure = later(async () => (await import("../../../ui/pages/Failure.tsx")).default);

interface BoardProps {
  type: CardType;
  laneField: Field;
  /** Columns that are shown of a card. */
  columns: readonly Column[];
  query: CardQuery;
  sums: readonly string[];
  hasFocusOnArrival: boolean;
  onOpen: (card: Card) => void;
}

/** Cards in lanes by the value of one field. Arrows, J and K walk; Shift and an arrow carries a card to the next lane; Enter opens it, Shift+F10 its menu. */
export function Board({ type, laneField, columns, query, sums, hasFocusOnArrival, onOpen }: BoardProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const sumField = type.fields.find((field) => sums.includes(field.id));
  const board = useBoard(type, laneField, query, sumField?.id);
  /** The dragged card, and the lane below it. */
  const [draggedId, setDraggedId] = useState<string>();
  const [overKey, setOverKey] = useState<string>();
  const dragged = draggedId === undefined ? undefined : board.cardOf(draggedId);
  const over = board.lanes.find(({ key }) => key === overKey);
  const lanes = dragged && over ? withDragged(board.lanes, dragged, over.value, laneField.id, sumField?.id) : board.lanes;
  const place = useBoardPlace(scroller, `${type.id} ${laneField.id} ${JSON.stringify(query)}`, board.isLoaded, hasFocusOnArrival);
  const { move, moveTo, announcement } = useMoves(type, laneField, board, scroller);
  const menu = useCardMenu(board.cardOf, scroller);

  if (board.error) return <Failure error={board.error} onRetry={board.retry} />;
  if (!board.isLoaded) return <BoardSkeleton />;
  return (
    // The lists within take the focus; what the board adds is the way between them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      className={styles.board}
      onKeyDownCapture={(event) => onBoardKey(event, { board, moveTo, openMenu: menu.openAt })}
      onContextMenu={menu.onContextMenu}
      {...place}
    >
      {lanes.map((lane) => (
        <Lane
          key={lane.key}
          type={type}
          field={laneField}
          lane={lane}
          lanes={board.lanes}
          sumField={sumField}
          columns={columns}
          onOpen={onOpen}
          onMore={() => board.showMore(lane.key)}
          onCollapse={(isCollapsed) => board.setCollapsed(lane.key, isCollapsed)}
          onDrag={(cardId) => {
            setDraggedId(cardId);
            setOverKey(undefined);
          }}
          onOver={(isOver) => setOverKey((key) => (isOver ? lane.key : key === lane.key ? undefined : key))}
          onDrop={(cardIds) => {
            for (const cardId of cardIds) {
              const card = board.cardOf(cardId);
              if (card) move(card, lane.value);
            }
            if (cardIds[0] && scroller.current) focusMoved(scroller.current, lane.key, cardIds[0]);
          }}
          onMove={(card, value) => {
            const to = board.lanes.find((one) => one.value === value);
            if (to) moveTo(to, card);
          }}
        />
      ))}
      {menu.open && (
        <CardMenu
          card={menu.open.card}
          type={type}
          at={menu.open.at}
          onOpen={() => menu.open && onOpen(menu.open.card)}
          onClose={menu.onClose}
        />
      )}
      <div className={styles.announcement} role="status">
        {announcement}
      </div>
    </div>
  );
}
