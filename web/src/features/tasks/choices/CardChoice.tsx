import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useRef } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { CardPicker } from "../../fields/editors/CardPicker.tsx";
import styles from "./choices.module.css";

interface CardChoiceProps {
  anchor: Element;
  value: CardId | null;
  onChoose: (cardId: CardId | null) => void;
  onClose: () => void;
}

/** Choice of a task's card. */
export function CardChoice({ anchor, value, onChoose, onClose }: CardChoiceProps) {
  const t = useT();
  const triggerRef = useRef(anchor);
  const label = t("tasks.card");
  function take(cardId: CardId | null) {
    onChoose(cardId);
    onClose();
  }
  return (
    <Popover isOpen triggerRef={triggerRef} placement="bottom start" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog aria-label={label} className={styles.cards ?? ""}>
        <CardPicker
          label={label}
          typeIds={[]}
          selectionMode="single"
          chosen={[]}
          exceptIds={value ? [value] : []}
          onChange={([cardId]) => isId("crd", cardId) && take(cardId)}
        />
        {value && (
          <footer className={styles.footer}>
            <Button variant="ghost" onPress={() => take(null)}>
              {t("tasks.card.remove")}
            </Button>
          </footer>
        )}
      </Dialog>
    </Popover>
  );
}
