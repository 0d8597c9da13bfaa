import type { WhatsAppMessage } from "@kartis/core/activities/whatsapp/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { PhoneNumber, usePhoneText } from "../../fields/display/PhoneNumber.tsx";
import { MessageBody } from "../../whatsapp/MessageBody.tsx";
import { UnsentActions } from "../../whatsapp/UnsentActions.tsx";
import icon from "../../whatsapp/whatsapp-icon.svg?icon";
import { EntryFrame } from "./EntryFrame.tsx";
import { WrittenMenu } from "./WrittenMenu.tsx";
import { useAuthor } from "./useAuthor.ts";
import styles from "./entries.module.css";
import { isolated } from "../../../lib/text-direction.ts";

const tones = {
  sending: undefined,
  sent: undefined,
  delivered: undefined,
  read: "success",
  failed: "danger",
  unknown: "danger",
} as const;

interface WhatsAppEntryProps {
  value: WhatsAppMessage;
  /** The name that the other person uses, if they have given one. */
  sender: string | null;
  at: string;
  isLast: boolean;
}

/** A message on WhatsApp, from the customer or to them, with what became of it, and why. */
export function WhatsAppEntry({ value, sender, at, isLast }: WhatsAppEntryProps) {
  const t = useT();
  const author = useAuthor(value);
  const phoneText = usePhoneText();
  const { direction, phone, delivery, reason, reaction } = value;
  const isIn = direction === "IN";
  const tone = delivery ? tones[delivery] : undefined;
  return (
    <EntryFrame
      icon={icon}
      tone={tone}
      // Numbers run from left to right, whatever the words around them do.
      {...(isIn ? { actor: sender ?? isolated(phoneText(phone), "ltr") } : author)}
      verb={t(isIn ? "whatsapp.received" : "whatsapp.sent")}
      at={at}
      isLast={isLast}
      actions={<WrittenMenu value={value} />}
    >
      <div className={styles.box} data-incoming={isIn || undefined}>
        <MessageBody value={value} />
        <div className={styles.line}>
          {delivery && (
            <span className={styles.status} data-tone={tone}>
              {t(`whatsapp.delivery.${delivery}`)}
              {reason && delivery === "failed" && `. ${t(`whatsapp.failure.${reason}`)}`}
            </span>
          )}
          {(!isIn || sender) && <PhoneNumber value={phone} />}
          {reaction && <span>{t("whatsapp.reacted", { emoji: reaction })}</span>}
          <UnsentActions message={value} />
        </div>
      </div>
    </EntryFrame>
  );
}
