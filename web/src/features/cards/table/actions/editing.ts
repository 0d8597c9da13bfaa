import { isFlag } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import { openClash } from "../../clashes.ts";
import { sameValue, type Then } from "../../../fields/editors/editing.ts";
import { deny, whyNot } from "../../../records/rights.ts";
import { updateCard } from "../../update-card.ts";
import type { Grid } from "../grid.ts";
import { nameColumn, type Place } from "../place.ts";
import { dropRejected, rejectedAt } from "../ranges/rejected.ts";

/** Begins the edit of a cell, and decides what becomes of what is typed in it. */
export function gridEditing({ props: { columns, rowAt }, focus, ranges, cells }: Grid) {
  const { editing, setEditing, turned } = cells;

  const turnedAt = (place: Place | undefined) =>
    turned.current?.row === place?.row && turned.current?.column === place?.column ? turned.current : undefined;

  /** Turns the flag back that has just been turned there. */
  function turnBack(place: Place) {
    const last = turnedAt(place);
    const card = rowAt(place.row);
    const field = card && columns[place.column - 1]?.fieldFor(card);
    turned.current = undefined;
    if (last && card && field) updateCard(card, field, last.before ?? null);
  }

  function edit(place: Place, text: string | undefined, isSelected = false) {
    const card = rowAt(place.row);
    const field = card && columns[place.column - 1]?.fieldFor(card);
    if (!card || !field) return;
    const denial = whyNot("update", card);
    if (denial) return deny(denial);
    if (isFlag(fieldTraits[field.type])) {
      turned.current = { ...place, before: card.fields[field.id] };
      return updateCard(card, field, card.fields[field.id] !== true);
    }
    ranges.collapse();
    focus.goTo(place);
    setEditing({ ...place, text: text ?? rejectedAt(card.id, field.id)?.text, isSelected, began: card.fields[field.id] });
  }

  function commit(card: Card, column: number, value: unknown, then: Then) {
    const field = columns[column - 1]?.fieldFor(card);
    // Another cell may have been opened while the value was being read.
    setEditing((now) => (now === editing ? undefined : now));
    focus.comeBack();
    if (field) dropRejected(card.id, field.id);
    const now = field && card.fields[field.id];
    if (field && !sameValue(value, now) && !sameValue(value, editing?.began)) {
      if (sameValue(now, editing?.began)) updateCard(card, field, value);
      // Somebody else was quicker.
      else openClash({ card, field, mine: value });
    }
    if (then === "stay" || !editing) return;
    if (then === "above") return focus.goTo({ row: Math.max(0, editing.row - 1), column });
    const next = column + (then === "next" ? 1 : -1);
    if (next < nameColumn || next > columns.length) return;
    const place = { row: editing.row, column: next };
    const nextField = columns[next - 1]?.fieldFor(card);
    // Going past a flag does not turn it.
    if (nextField && isFlag(fieldTraits[nextField.type])) focus.goTo(place);
    else edit(place, undefined, true);
  }

  function cancel() {
    const card = editing && rowAt(editing.row);
    const field = card && columns[editing.column - 1]?.fieldFor(card);
    if (field) dropRejected(card.id, field.id);
    setEditing(undefined);
    focus.comeBack();
  }

  return { edit, commit, cancel, turnedAt, turnBack };
}
