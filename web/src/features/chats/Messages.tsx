import replyIcon from "@fluentui/svg-icons/icons/arrow_reply_16_regular.svg?icon";
import type { WhatsAppMessage } from "@kartis/core/activities/whatsapp/schema.ts";
import { Fragment, useLayoutEffect, useRef } from "react";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { useNameOf } from "../cards/members.tsx";
import { useWhen } from "../timeline/when.ts";
import { DeliveryMark } from "../whatsapp/DeliveryMark.tsx";
import { MessageBody } from "../whatsapp/MessageBody.tsx";
import styles from "./chats.module.css";
import { dayOf } from "./days.ts";
import { Quoted } from "./Quoted.tsx";

interface MessagesProps {
  /** The latest first. */
  messages: readonly WhatsAppMessage[];
  /** Messages that some of them answer and that are not among them. */
  answered: readonly WhatsAppMessage[];
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  onReply: ((message: WhatsAppMessage) => void) | undefined;
}

/** The messages, grouped by day, the latest at the bottom, which stays in view. */
export function Messages({ messages, answered, query, onReply }: MessagesProps) {
  const t = useT();
  const when = useWhen();
  const scroll = useRef<HTMLDivElement>(null);
  const [latest] = messages;
  const latestId = latest?.id;
  useLayoutEffect(() => {
    const { current } = scroll;
    if (current) current.scrollTop = current.scrollHeight;
  }, [latestId]);
  const known = new Map([...answered, ...messages].map((message) => [message.id, message]));
  const shown = messages.toReversed();
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroll} className={styles.messages} role="log" aria-label={t("chats.messages")} tabIndex={0}>
      {query.hasNextPage && (
        <Button variant="ghost" size={28} isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t("chats.earlier")}
        </Button>
      )}
      {shown.map((message, at) => {
        const day = dayOf(message.happenedAt);
        const before = shown[at - 1];
        return (
          <Fragment key={message.id}>
            {(!before || dayOf(before.happenedAt) !== day) && <h3 className={styles.day}>{when.day(day)}</h3>}
            <Bubble message={message} answered={message.answers ? known.get(message.answers) : undefined} onReply={onReply} />
          </Fragment>
        );
      })}
    </div>
  );
}

interface BubbleProps {
  message: WhatsAppMessage;
  answered: WhatsAppMessage | undefined;
  onReply: MessagesProps["onReply"];
}

function Bubble({ message, answered, onReply }: BubbleProps) {
  const t = useT();
  const when = useWhen();
  const nameOf = useNameOf();
  const mayDecide = useCan()(["ORGANIZATION", "update"]);
  const { direction, delivery, reason, reaction, createdBy, happenedAt, kind } = message;
  const isFailed = delivery === "failed" || delivery === "unknown";
  const who = direction === "OUT" && createdBy ? `${nameOf(createdBy)}, ` : "";
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
          {who}
          {when.time(happenedAt)}
        </time>
        {delivery && !isFailed && <DeliveryMark delivery={delivery} />}
        {delivery && (
          <span>
            {t(`whatsapp.delivery.${delivery}`)}
            {reason && delivery === "failed" && `. ${t(`whatsapp.failure.${reason}`)}`}
          </span>
        )}
        {isFailed && mayDecide && <Link href="/settings/outgoing">{t("chats.outgoing")}</Link>}
      </span>
    </div>
  );
}
