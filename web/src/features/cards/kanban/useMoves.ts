import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import { type RefObject, useState } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { deny, useWhyNot } from "../../records/rights.ts";
import { reasonAgainst } from "../status-reason.ts";
import { ring } from "../unsaved.ts";
import { updateCard } from "../update-card.ts";
import { focusMoved } from "./focus-moved.ts";
import type { LaneValue } from "./lanes.ts";
import type { useBoard } from "./useBoard.ts";
import { useLaneName } from "./useLaneName.ts";

type Board = ReturnType<typeof useBoard>;

export interface Moves {
  /** Gives the card the value of a lane, or shows why it may not have it. */
  move: (card: Card, value: LaneValue) => void;
  /** The same by keys or menu: the lane opens, and the focus goes along. */
  moveTo: (lane: Board["lanes"][number], card: Card) => void;
  /** The last move, for screen readers. */
  announcement: string;
}

/** Moves cards between the lanes of a board. */
export function useMoves(type: CardType, laneField: Field, board: Board, scroller: RefObject<HTMLElement | null>): Moves {
  const t = useT();
  const format = useFormat();
  const whyNot = useWhyNot();
  const laneName = useLaneName(laneField);
  const [announcement, setAnnouncement] = useState("");

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

  function moveTo({ key, value, isCollapsed }: Board["lanes"][number], card: Card) {
    if (isCollapsed) board.setCollapsed(key, false);
    move(card, value);
    if (scroller.current) focusMoved(scroller.current, key, card.id);
  }

  return { move, moveTo, announcement };
}
