import type { CardType } from "@kartis/core/cards/schema.ts";
import type { RecordId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import type { RouterOutputs } from "../../lib/types.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { useNameOf } from "../people/people.ts";
import { recordWords } from "../records/record-words.ts";
import styles from "./merges.module.css";
import { UnmergeDialog } from "./UnmergeDialog.tsx";

interface TakeApartProps {
  merges: RouterOutputs["cards"]["merges"];
  type: CardType;
  onClose: () => void;
}

/** Asks which of the card's merges, where there are several, and takes it apart. */
export function TakeApart({ merges, type, onClose }: TakeApartProps) {
  const t = useT();
  const format = useFormat();
  const personOf = useNameOf();
  const [chosen, setChosen] = useState<RecordId | undefined>(merges.length === 1 ? merges[0]?.recordId : undefined);
  if (chosen) return <UnmergeDialog recordId={chosen} type={type} onClose={onClose} />;
  return (
    <Dialog isOpen title={t("changes.unmerge.which")} onClose={onClose}>
      <ul className={styles.merges}>
        {merges.map(({ recordId, at, userId, names }) => (
          <li key={recordId}>
            <Button size={32} onPress={() => setChosen(recordId)}>
              {t("changes.unmerge.item", {
                cards: names.length > 0 ? format.list(names) : recordWords(undefined, "card", t),
                name: userId ? personOf(userId) : t("cards.actor.system"),
                date: format.dateTime(at),
              })}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
