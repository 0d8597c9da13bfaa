import type { CardType } from "@kartis/core/cards/schema.ts";
import { useRef, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "../../../ui/Popover.tsx";
import { CardPicker } from "./CardPicker.tsx";
import { Display } from "./Display.tsx";
import { sameValue, type EditorProps } from "./editing.ts";
import styles from "./Editor.module.css";
import { createByName, typeIdsOf } from "./useCardChoice.tsx";
import { asIds, isEmpty } from "./values.ts";

/** The cards of a relation field, below the place of the value: one commits on choice, several when the list is closed. */
export function CardsEditor({ field, value, initialText, place, onCommit, onCancel }: EditorProps & { place: "cell" | "card" }) {
  const frame = useRef<HTMLSpanElement>(null);
  const isMany = field.relation?.many !== false;
  const before = asIds(value);
  const [chosen, setChosen] = useState(before);
  const isOver = useRef(false);

  function finish(ids: readonly string[]) {
    if (isOver.current) return;
    isOver.current = true;
    if (sameValue(ids, before) || (ids.length === 0 && field.required)) onCancel();
    else onCommit(ids.length === 0 ? null : ids, "stay");
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
      <Popover
        isOpen
        kind="menu"
        triggerRef={frame}
        placement="bottom start"
        offset={3}
        onOpenChange={(isOpen) => !isOpen && finish(chosen)}
      >
        <Dialog aria-label={field.label} className={styles.picker ?? ""}>
          <CardPicker
            label={field.label}
            typeIds={typeIdsOf(field)}
            selectionMode={isMany ? "multiple" : "single"}
            chosen={chosen}
            onChange={choose}
            onCreate={(type, name) => void create(type, name)}
            initialText={initialText}
          />
        </Dialog>
      </Popover>
    </>
  );
}
