import type { CardType } from "@kartis/core/cards/schema.ts";
import { useRef, useState } from "react";
import { CardPicker } from "./CardPicker.tsx";
import { Display } from "../display/Display.tsx";
import { sameValue, type PlacedEditorProps, type Then } from "./editing.ts";
import { EditorPopover } from "./EditorPopover.tsx";
import styles from "./Editor.module.css";
import { createByName, typeIdsOf } from "./useCardChoice.tsx";
import { asIds, isEmpty } from "../values.ts";

/** The cards of a relation field, below the place of the value: one commits on choice, several when the list is closed. */
export function CardsEditor({ field, value, initialText, place, onCommit, onCancel }: PlacedEditorProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const isMany = field.relation?.many !== false;
  const before = asIds(value);
  const [chosen, setChosen] = useState(before);
  const isOver = useRef(false);
  const take = useRef<(onTaken: (cardIds: readonly string[]) => void) => boolean>(null);

  function finish(ids: readonly string[], then: Then = "stay") {
    if (isOver.current) return;
    isOver.current = true;
    const isKept = sameValue(ids, before) || (ids.length === 0 && field.required);
    if (isKept && then === "stay") onCancel();
    else onCommit(isKept ? (value ?? null) : ids.length === 0 ? null : ids, then);
  }

  function cancel() {
    isOver.current = true;
    onCancel();
  }

  /** Takes what was typed for along. */
  function tab(then: Then) {
    if (!take.current?.((ids) => finish(ids, then))) finish(chosen, then);
  }

  function choose(ids: readonly string[]) {
    if (isMany) setChosen(ids);
    else finish(ids);
  }

  async function create(type: CardType, name: string) {
    const cardId = await createByName(type, name);
    if (!cardId) return;
    if (isMany) setChosen((ids) => [...ids, cardId]);
    else finish([cardId]);
  }

  return (
    <>
      <span ref={frame} className={styles.frame} data-place={place}>
        {!isEmpty(chosen) && <Display field={field} value={chosen} place="cell" />}
      </span>
      <EditorPopover
        frame={frame}
        label={field.label}
        kind="menu"
        className={styles.picker}
        onLeave={() => finish(chosen)}
        onTab={(isBack) => tab(isBack ? "previous" : "next")}
        onEscape={cancel}
        {...(isMany ? { onSave: () => tab("stay") } : {})}
      >
        <CardPicker
          label={field.label}
          typeIds={typeIdsOf(field)}
          selectionMode={isMany ? "multiple" : "single"}
          chosen={chosen}
          onChange={choose}
          onCreate={(type, name) => void create(type, name)}
          initialText={initialText}
          take={take}
        />
      </EditorPopover>
    </>
  );
}
