import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useId, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useT } from "../../lib/i18n.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Ltr } from "../../ui/display/Num.tsx";
import { PhoneNumber } from "../fields/display/PhoneNumber.tsx";
import { CardPicker } from "../fields/editors/CardPicker.tsx";
import { nameOf } from "../records/card-types.ts";
import { RecordName } from "../records/RecordName.tsx";
import { MergeDialog } from "./MergeDialog.tsx";
import styles from "./MergeWith.module.css";
import { useSimilarCards } from "./useSimilarCards.ts";

interface MergeWithProps {
  card: Card;
  type: CardType;
  /** The other card, if known. */
  otherId?: CardId | undefined;
  onClose: () => void;
}

const offered = 3;

/** Looks for the card that is the same, beginning with those that look like it, and merges the two. */
export function MergeWith({ card, type, otherId, onClose }: MergeWithProps) {
  const t = useT();
  const [chosen, setChosen] = useState(otherId);
  const similar = useSimilarCards(card, type).slice(0, offered);
  const likely = useId();
  if (chosen) return <MergeDialog type={type} cardIds={[card.id, chosen]} onClose={onClose} onMerged={onClose} />;
  return (
    <Dialog isOpen title={t("changes.merge.with", { name: nameOf(card) })} onClose={onClose}>
      {similar.length > 0 && (
        <section aria-labelledby={likely}>
          <h3 className={styles.likely} id={likely}>
            {t("changes.merge.likely")}
          </h3>
          <ul className={styles.offers}>
            {similar.map(({ id, name, email, phone }) => (
              <li key={id}>
                <AriaButton className={styles.offer ?? ""} onPress={() => setChosen(id)}>
                  <span className={styles.name}>
                    <RecordName name={name} />
                  </span>
                  {email && <Ltr>{email}</Ltr>}
                  {phone && <PhoneNumber value={phone} />}
                </AriaButton>
              </li>
            ))}
          </ul>
        </section>
      )}
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
