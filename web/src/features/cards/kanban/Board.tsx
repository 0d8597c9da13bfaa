import type { Card, CardQuery, CardType, Field } from "@kartis/core/cards/schema.ts";
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { showToast } from "../../../ui/feedback/toasts.ts";
import { reasonAgainst } from "../status-reason.ts";
import { deny, useWhyNot } from "../rights.ts";
import { ring } from "../unsaved.ts";
import { updateCard } from "../update-card.ts";
import type { Column } from "../table/columns.ts";
import styles from "./board.module.css";
import { focusMoved } from "./focus-moved.ts";
import { BoardSkeleton } from "./BoardSkeleton.tsx";
import { Lane } from "./Lane.tsx";
import { type LaneValue, withDragged } from "./lanes.ts";
import { useBoard } from "./useBoard.ts";
import { useLaneName } from "./useLaneName.ts";

const Failure = later(async () => (await import("../../../app/Failure.tsx")).default);

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

/** The position on a board: which card had focus, and the scroll offset. */
interface BoardMemory {
  cardId?: string;
  left: number;
}
const memories = new Map<string, BoardMemory>();

const memoryOf = (key: string): BoardMemory => memories.get(key) ?? { left: 0 };
function remember(key: string, place: Partial<BoardMemory>): void {
  memories.set(key, { ...memoryOf(key), ...place });
}

/** Cards in lanes by the value of one field. Arrows, J and K walk; Shift and an arrow carries a card to the next lane; Enter opens it. */
export function Board({ type, laneField, columns, query, sums, hasFocusOnArrival, onOpen }: BoardProps) {
  const t = useT();
  const format = useFormat();
  const whyNot = useWhyNot();
  const scroller = useRef<HTMLDivElement>(null);
  const sumField = type.fields.find((field) => sums.includes(field.id));
  const board = useBoard(type, laneField, query, sumField?.id);
  /** The dragged card, and the lane below it. */
  const [draggedId, setDraggedId] = useState<string>();
  const [overKey, setOverKey] = useState<string>();
  /** The last move, for screen readers. */
  const [announcement, setAnnouncement] = useState("");
  const laneName = useLaneName(laneField);
  const dragged = draggedId === undefined ? undefined : board.cardOf(draggedId);
  const over = board.lanes.find(({ key }) => key === overKey);
  const lanes = dragged && over ? withDragged(board.lanes, dragged, over.value, laneField.id, sumField?.id) : board.lanes;
  const memoryKey = `${type.id} ${laneField.id} ${JSON.stringify(query)}`;
  const wanted = useRef<string | undefined>(hasFocusOnArrival ? memoryOf(memoryKey).cardId : undefined);

  useLayoutEffect(() => {
    if (board.isLoaded) scroller.current?.scrollTo({ left: memoryOf(memoryKey).left });
  }, [board.isLoaded, memoryKey]);

  // The card that was open before gets focus once it is rendered.
  useEffect(() => {
    const { current: cardId } = wanted;
    const item = cardId && scroller.current?.querySelector<HTMLElement>(`[data-key="${cardId}"]`);
    if (!item) return;
    wanted.current = undefined;
    item.focus();
    item.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  function move(card: Card, value: LaneValue) {
    if ((card.fields[laneField.id] ?? null) === value) return;
    const denial = whyNot("update", card);
    if (denial) {
      ring(card.id, laneField.id);
      return deny(denial);
    }
    const reason = laneField.id === "status" ? reasonAgainst(type, card, value, t, format) : undefined;
    if (reason !== undefined) {
      ring(card.id, laneField.id);
      showToast({
        tone: "error",
        code: `board:${card.id}:${value}`,
        title: t("cards.update.failed", { label: laneField.label }),
        message: reason,
      });
      return;
    }
    updateCard(card, laneField, value);
    setAnnouncement(t("views.movedTo", { lane: laneName(value) }));
  }

  function moveByMenu(card: Card, value: LaneValue) {
    const to = board.lanes.find((lane) => lane.value === value);
    if (to?.isCollapsed) board.setCollapsed(to.key, false);
    move(card, value);
    if (to) followTo(to.key, card.id);
  }

  const followTo = (laneKey: string, cardId: string) => scroller.current && focusMoved(scroller.current, laneKey, cardId);

  /** The cards of a lane as they stand in the document. */
  const itemsOf = (lane: Element) => [...lane.querySelectorAll<HTMLElement>("[data-key][role=row]")];

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const item = event.target.closest<HTMLElement>("[data-key][role=row]");
    const laneElement = item?.closest("[data-lane]");
    // While a card is being dragged by keys, and in fields, keys are not the board's.
    if (!item || event.target !== item || !laneElement || !scroller.current) return;
    const forward = getComputedStyle(scroller.current).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const at = itemsOf(laneElement).indexOf(item);
    const go = (target: HTMLElement | undefined) => {
      event.preventDefault();
      event.stopPropagation();
      target?.focus();
      target?.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    if (key === "j" || key === "k") return go(itemsOf(laneElement)[at + (key === "j" ? 1 : -1)]);
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const step = key === forward ? 1 : -1;
    const elements = [...scroller.current.querySelectorAll("[data-lane]")];
    if (event.shiftKey) {
      const from = board.lanes.findIndex((lane) => lane.key === laneElement.getAttribute("data-lane"));
      const to = board.lanes[from + step];
      const card = board.cardOf(item.dataset.key ?? "");
      go(undefined);
      if (!to || !card) return;
      if (to.isCollapsed) board.setCollapsed(to.key, false);
      move(card, to.value);
      followTo(to.key, card.id);
      return;
    }
    for (let index = elements.indexOf(laneElement) + step; elements[index]; index += step) {
      const items = itemsOf(elements[index] ?? laneElement);
      if (items.length > 0) return go(items[Math.min(at, items.length - 1)]);
    }
    return go(undefined);
  }

  if (board.error) return <Failure error={board.error} onRetry={board.retry} />;
  if (!board.isLoaded) return <BoardSkeleton />;
  return (
    // The lists within take the focus; what the board adds is the way between them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      className={styles.board}
      onKeyDownCapture={onKeyDown}
      onFocus={(event) => {
        const cardId = event.target.closest<HTMLElement>("[data-key]")?.dataset["key"];
        if (cardId) remember(memoryKey, { cardId });
      }}
      onScroll={(event) => {
        remember(memoryKey, { left: event.currentTarget.scrollLeft });
      }}
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
            if (cardIds[0]) followTo(lane.key, cardIds[0]);
          }}
          onMove={moveByMenu}
        />
      ))}
      <div className={styles.announcement} role="status">
        {announcement}
      </div>
    </div>
  );
}
