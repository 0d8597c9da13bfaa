import type { Card } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";

/** Either some cards, or all that the list has but some. */
export interface Selection {
  mode: "some" | "all";
  ids: ReadonlySet<CardId>;
}

const nothing: Selection = { mode: "some", ids: new Set() };

export const isSelected = ({ mode, ids }: Selection, cardId: CardId): boolean => ids.has(cardId) === (mode === "some");

const countOf = ({ mode, ids }: Selection, total: number): number => (mode === "some" ? ids.size : Math.max(0, total - ids.size));

function toggled({ mode, ids }: Selection, cardIds: readonly CardId[], isOn: boolean): Selection {
  const next = new Set(ids);
  for (const cardId of cardIds) {
    if (isOn === (mode === "some")) next.add(cardId);
    else next.delete(cardId);
  }
  return { mode, ids: next };
}

export interface SelectionState {
  selection: Selection;
  count: number;
  /** With `extend` (Shift) all rows from the last toggled one to this one get its new state. */
  toggle: (index: number, extend: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

/** Selected cards of a list; another list (`listKey`) starts with none. */
export function useSelection(listKey: string, total: number, rowAt: (index: number) => Card | undefined): SelectionState {
  const [state, setState] = useState({ listKey, selection: nothing, anchor: -1 });
  const current = state.listKey === listKey ? state : { listKey, selection: nothing, anchor: -1 };
  const { selection, anchor } = current;

  function toggle(index: number, extend: boolean) {
    const card = rowAt(index);
    if (!card) return;
    const isOn = !isSelected(selection, card.id);
    const from = extend && anchor >= 0 ? Math.min(anchor, index) : index;
    const to = extend && anchor >= 0 ? Math.max(anchor, index) : index;
    const between = Array.from({ length: to - from + 1 }, (_, offset) => rowAt(from + offset)?.id).filter(
      (id) => id !== undefined,
    );
    setState({ listKey, selection: toggled(selection, between, isOn), anchor: index });
  }

  return {
    selection,
    count: countOf(selection, total),
    toggle,
    selectAll: () => setState({ listKey, selection: { mode: "all", ids: new Set() }, anchor: -1 }),
    clear: () => setState({ listKey, selection: nothing, anchor: -1 }),
  };
}
