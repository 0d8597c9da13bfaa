import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { CardPicker } from "../cards/fields/editors/CardPicker.tsx";
import { nameOf } from "../cards/types.ts";
import { MergeDialog } from "./MergeDialog.tsx";

interface MergeWithProps {
  card: Card;
  type: CardType;
  /** With whom, where that is known. */
  otherId?: CardId | undefined;
  onClose: () => void;
}

/** Looks for the card that is the same, and merges the two. */
export function MergeWith({ card, type, otherId, onClose }: MergeWithProps) {
  const t = useT();
  const [chosen, setChosen] = useState(otherId);
  if (chosen) return <MergeDialog type={type} cardIds={[card.id, chosen]} onClose={onClose} onMerged={onClose} />;
  return (
    <Dialog isOpen title={t("changes.merge.with", { name: nameOf(card) })} onClose={onClose}>
      <CardPicker
        label={type.pluralName}
        typeIds={[type.id]}
        selectionMode="single"
        chosen={[]}
        exceptIds={[card.id]}
        onChange={([id]) => isId("crd", id) && setChosen(id)}
      />
    </Dialog>
  );
}
