import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId, CardTypeId } from "@kartis/core/kernel/id.ts";
import type { RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { useT } from "../../../lib/i18n.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { CardPicker } from "../../fields/editors/CardPicker.tsx";
import styles from "../message-templates.module.css";

interface CardChoiceProps {
  anchor: RefObject<Element | null>;
  typeId: CardTypeId | null;
  value: CardId | null;
  onChoose: (cardId: CardId) => void;
  onClose: () => void;
}

/** Choice of the card whose values the preview uses. */
export function CardChoice({ anchor, typeId, value, onChoose, onClose }: CardChoiceProps) {
  const t = useT();
  const label = t("messageTemplates.preview.card");
  return (
    <Popover isOpen triggerRef={anchor} placement="bottom end" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog aria-label={label} className={styles.variables ?? ""}>
        <CardPicker
          label={label}
          typeIds={typeId ? [typeId] : []}
          selectionMode="single"
          chosen={[]}
          exceptIds={value ? [value] : []}
          onChange={([cardId]) => {
            if (!isId("crd", cardId)) return;
            onChoose(cardId);
            onClose();
          }}
        />
      </Dialog>
    </Popover>
  );
}
