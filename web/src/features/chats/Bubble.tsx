import replyIcon from "@fluentui/svg-icons/icons/arrow_reply_16_regular.svg?icon";
import type { WhatsAppMessage } from "@kartis/core/activities/whatsapp/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { useAutomation } from "../people/automations.ts";
import { useNameOf } from "../people/people.ts";
import { useWhen } from "../dates/when.ts";
import { DeliveryMark } from "../whatsapp/DeliveryMark.tsx";
import { MessageBody } from "../whatsapp/MessageBody.tsx";
import { UnsentActions } from "../whatsapp/UnsentActions.tsx";
import styles from "./chats.module.css";
import { Quoted } from "./Quoted.tsx";

interface BubbleProps {
  message: WhatsAppMessage;
  /** The message that it answers. */
  answered: WhatsAppMessage | undefined;
  onReply: ((message: WhatsAppMessage) => void) | undefined;
}

/** One message, with what became of it. */
export function Bubble({ message, answered, onReply }: BubbleProps) {
  const t = useT();
  const when = useWhen();
  const nameOf = useNameOf();
  const { direction, delivery, reason, reaction, createdBy, automationId, happenedAt, kind } = message;
  const automation = useAutomation(automationId);
  const isFailed = delivery === "failed" || delivery === "unknown";
  const author = automation
    ? automation.name
      ? t("whatsapp.byAutomation", { name: automation.name })
      : t("whatsapp.byDeletedAutomation")
    : createdBy && nameOf(createdBy);
  return (
    <div className={styles.message} data-direction={direction} data-message={message.id}>
      <div className={styles.bubbleLine}>
        <div className={styles.bubble} data-failed={isFailed || undefined}>
          {answered && <Quoted message={answered} />}
          <MessageBody value={message} />
          {reaction && <span className={styles.reaction}>{t("whatsapp.reacted", { emoji: reaction })}</span>}
        </div>
        {onReply && kind !== "unsupported" && (
          <span className={styles.replyButton}>
            <IconButton icon={replyIcon} flipIcon size={24} label={t("chats.reply")} onPress={() => onReply(message)} />
          </span>
        )}
      </div>
      <span className={styles.meta} data-failed={isFailed || undefined}>
        {isFailed && <DeliveryMark delivery={delivery} />}
        <time dateTime={happenedAt} title={when.full(happenedAt)}>
          {direction === "OUT" && author && (
            <>
              {automation?.href ? (
                <Link look="quiet" href={automation.href}>
                  {author}
                </Link>
              ) : (
                author
              )}
              {", "}
            </>
          )}
          {when.time(happenedAt)}
        </time>
        {delivery && !isFailed && <DeliveryMark delivery={delivery} />}
        {delivery && (
          <span>
            {t(`whatsapp.delivery.${delivery}`)}
            {reason && delivery === "failed" && `. ${t(`whatsapp.failure.${reason}`)}`}
          </span>
        )}
      </span>
      {isFailed && (
        <span data-unsent>
          <UnsentActions message={message} />
        </span>
      )}
    </div>
  );
}
