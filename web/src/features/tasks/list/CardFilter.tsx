import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { CardPicker } from "../../fields/editors/CardPicker.tsx";
import { useCardName } from "../../message-templates/useCardName.ts";
import { RecordName } from "../../records/RecordName.tsx";
import choices from "../choices/choices.module.css";
import styles from "./TaskHeader.module.css";

interface CardFilterProps {
  value: CardId | undefined;
  onChange: (cardId: CardId | undefined) => void;
}

/** About which card tasks are: searched for where the button was. */
export function CardFilter({ value, onChange }: CardFilterProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const name = useCardName(value ?? null);
  const label = t("tasks.card");
  return (
    <div className={styles.part} role="group" aria-label={label}>
      <span className={styles.label}>{label}</span>
      <div className={styles.row}>
        <Button size={32} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {value ? <RecordName name={name} /> : t("tasks.filter.card.any")}
        </Button>
        {value && (
          <Button variant="ghost" size={32} onPress={() => onChange(undefined)}>
            {t("tasks.filter.card.any")}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className={choices.cards}>
          <CardPicker
            label={label}
            typeIds={[]}
            selectionMode="single"
            chosen={[]}
            exceptIds={value ? [value] : []}
            onChange={([cardId]) => {
              if (!isId("crd", cardId)) return;
              setOpen(false);
              onChange(cardId);
            }}
          />
        </div>
      )}
    </div>
  );
}
