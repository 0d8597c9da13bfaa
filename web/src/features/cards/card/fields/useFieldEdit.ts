import { isFlag } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, Field } from "@kartis/core/cards/schema.ts";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { openClash, useClashes } from "../../clashes.ts";
import { sameValue, type Then } from "../../../fields/editors/editing.ts";
import { closeClash, discardUnsaved, unsavedAt } from "../../unsaved.ts";
import { updateCard } from "../../update-card.ts";

/** The edit of one field on a card's page: begins, ends and is taken back in its row, which keeps the focus or hands it on to the row beside. */
export function useFieldEdit(card: Card, field: Field) {
  const row = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState<"edited" | "tabbed">();
  const clash = useClashes()(card.id, field.id);
  /** The value that the edit began with: when it is another at the end, somebody else was quicker. */
  const began = useRef<unknown>(undefined);
  /** A flag as it was before it was turned: Escape turns it back as long as one stays here. */
  const turned = useRef<{ before: unknown }>(undefined);
  const isStaying = useRef(false);
  const value = card.fields[field.id];

  function edit() {
    if (isFlag(fieldTraits[field.type])) {
      turned.current = { before: value };
      updateCard(card, field, value !== true);
    } else {
      began.current = value;
      if (clash && !clash.unsaved) closeClash(clash);
      // Tab from the field before leaves its mark.
      setEditing(row.current?.dataset["tabbed"] === undefined ? "edited" : "tabbed");
    }
  }

  // What contains the focus, as a dialog does, would put it on its own first button once the editor is gone. It waits in the row: on a button there, the rest of
  // the press of Enter that ended the edit would begin another.
  useLayoutEffect(() => {
    if (!isStaying.current || editing || !row.current) return;
    isStaying.current = false;
    if (document.activeElement !== document.body) return;
    row.current.tabIndex = -1;
    row.current.focus({ preventScroll: true });
  }, [editing, row]);

  function finish(then: Then) {
    isStaying.current = then === "stay";
    setEditing(undefined);
    const rows = [...(row.current?.closest("article")?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
    const here = rows.findIndex((other) => other === row.current);
    const target = then === "stay" ? row.current : rows[here + (then === "next" ? 1 : -1)];
    // The button stands in the row again once the editor is gone.
    setTimeout(() => {
      // Not when the focus has gone on meanwhile, to the next edit of the same value perhaps.
      const isStill = document.activeElement === document.body || document.activeElement === row.current;
      if (then !== "stay" || isStill) target?.querySelector<HTMLElement>("[data-edit]")?.focus();
      row.current?.removeAttribute("tabindex");
      // Going past a flag does not turn it.
      const button = then !== "stay" && target?.querySelector<HTMLElement>("[data-edit]:not([data-turns])");
      if (!button || !target) return;
      target.dataset["tabbed"] = "";
      button.click();
      delete target.dataset["tabbed"];
    });
  }

  function commit(next: unknown, then: Then) {
    const isTouched = !sameValue(next, began.current) && !sameValue(next, value);
    if (isTouched && !sameValue(began.current, value)) openClash({ card, field, mine: next });
    else if (isTouched) updateCard(card, field, next);
    finish(then);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || editing) return;
    const kept = unsavedAt(card.id, field.id);
    if (!turned.current && !kept) return;
    event.stopPropagation();
    if (kept) {
      turned.current = undefined;
      return discardUnsaved(kept);
    }
    if (!turned.current) return;
    updateCard(card, field, turned.current.before ?? null);
    turned.current = undefined;
  }

  return {
    row,
    clash,
    editing,
    edit,
    commit,
    cancel: () => finish("stay"),
    onKeyDown,
    /** The focus has left the row. */
    onLeave: () => {
      turned.current = undefined;
    },
  };
}
