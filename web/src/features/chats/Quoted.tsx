import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import type { WhatsAppMessage } from "@kartis/core/activities/whatsapp/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { textDirection } from "../../lib/text-direction.ts";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import styles from "./chats.module.css";

/** The message being answered, in one line. */
export function Quoted({ message, onStop }: { message: WhatsAppMessage; onStop?: () => void }) {
  const t = useT();
  const text = message.text ?? t(`whatsapp.kind.${message.kind}`);
  return (
    <span className={styles.quoted}>
      <span className={styles.quotedText} dir={textDirection(text)}>
        {onStop ? t("chats.replying", { text }) : text}
      </span>
      {onStop && <IconButton icon={dismiss} size={24} label={t("chats.replying.stop")} onPress={onStop} />}
    </span>
  );
}
