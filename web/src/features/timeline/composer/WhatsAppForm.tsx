import type { WhatsAppOptions } from "@kartis/core/activities/whatsapp/schema.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { Select } from "../../../ui/inputs/Select.tsx";
import { MessageForm } from "../../whatsapp/MessageForm.tsx";
import { OptedOut } from "../../whatsapp/OptedOut.tsx";
import styles from "../../whatsapp/whatsapp.module.css";
import { isolated } from "../../../lib/text-direction.ts";

interface WhatsAppFormProps {
  card: Card;
  options: WhatsAppOptions;
  onClose: () => void;
}

/** Form for a message to one of the card's numbers. */
export function WhatsAppForm({ card, options: { numbers }, onClose }: WhatsAppFormProps) {
  const t = useT();
  const [chosen, setChosen] = useState<string>();
  const number = numbers.find(({ phone }) => phone === chosen) ?? numbers[0];
  if (!number) return null;
  const name = card.fields["name"];
  return (
    <div>
      {numbers.length > 1 && (
        <div className={styles.to}>
          <Select
            label={t("whatsapp.to")}
            options={numbers.map(({ phone, label }) => ({ id: phone, label: `${label}: ${isolated(phone, "ltr")}` }))}
            value={number.phone}
            onChange={setChosen}
          />
        </div>
      )}
      {number.optedOutAt ? (
        <OptedOut
          chatId={number.hasChat ? number.chatId : null}
          name={typeof name === "string" ? name : ""}
          since={number.optedOutAt}
          onClose={onClose}
        />
      ) : (
        <MessageForm
          key={number.phone}
          card={card}
          phone={number.phone}
          name={typeof name === "string" ? name : ""}
          windowEndsAt={number.windowEndsAt}
          onClose={onClose}
          onSent={() => {
            // Without an undo: what has left cannot be called back.
            showToast({ tone: "success", code: `whatsapp:${Date.now()}`, givesWay: true, title: t("whatsapp.onItsWay") });
            onClose();
          }}
        />
      )}
    </div>
  );
}
