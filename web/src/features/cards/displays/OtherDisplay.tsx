import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { CardQuery } from "@kartis/core/cards/query/schema.ts";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { dateFieldOf } from "../calendar/dates.ts";
import { BoardSkeleton } from "../kanban/BoardSkeleton.tsx";
import type { ListState } from "../list/useListState.ts";
import type { Column } from "../table/columns.ts";
import { laneFieldOf } from "../views/lane-fields.ts";

const Board = later(
  () => withWords(["views", "card", "rights", "palette"], import("../kanban/Board.tsx")).then((module) => module.Board),
  <BoardSkeleton />,
);
const CardCalendar = later(() =>
  withWords(["views", "card", "calendar", "tasks"], import("../calendar/CardCalendar.tsx")).then((module) => module.CardCalendar),
);

interface OtherDisplayProps {
  type: CardType;
  /** Columns that are shown of a card. */
  columns: readonly Column[];
  state: ListState;
  query: CardQuery;
  sums: readonly string[];
  /** False until the number of cards is known. */
  isCounted: boolean;
  hasFocusOnArrival: boolean;
  onOpen: (card: Card) => void;
  /** Shown instead of a board if the type has no lanes, and of a calendar if it has no dates. */
  table: ReactNode;
}

/** The list as a board or a calendar. One that the type has no field for is a table, and says so in its address. */
export function OtherDisplay({ type, state, isCounted, table, ...others }: OtherDisplayProps) {
  const { display, kanbanBy, calendarBy } = state.current;
  const dateField = display === "calendar" ? dateFieldOf(type, calendarBy) : undefined;
  const laneField = display === "kanban" ? laneFieldOf(type, kanbanBy) : undefined;
  const isPossible = dateField !== undefined || laneField !== undefined;
  const showTable = useEffectEvent(() => state.change({ display: "table" }, false));
  useEffect(() => {
    if (!isPossible) showTable();
  }, [isPossible]);
  if (dateField) return <CardCalendar key={dateField.id} type={type} field={dateField} state={state} query={others.query} />;
  if (!laneField) return table;
  return isCounted ? <Board type={type} laneField={laneField} {...others} /> : <BoardSkeleton />;
}
