import type { WhatsAppMessage } from "@kartis/core/activities/whatsapp/schema.ts";
import type { Chat, ChatEvent } from "@kartis/core/chats/schema.ts";
import type { ActivityId, ChatId } from "@kartis/core/kernel/id.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCommands } from "../../lib/keys/commands.ts";
import { useCan } from "../../lib/permissions.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import chatIcon from "@fluentui/svg-icons/icons/chat_multiple_20_regular.svg?icon";
import { nameOf } from "../records/card-types.ts";
import { MessageForm } from "../whatsapp/MessageForm.tsx";
import { OptedOut } from "../whatsapp/OptedOut.tsx";
import { CardBeside } from "./CardBeside.tsx";
import styles from "./chats.module.css";
import { Messages } from "./Messages.tsx";
import { useCalledIn } from "./names.ts";
import { NoReply } from "./NoReply.tsx";
import { messagesOptions } from "./queries.ts";
import { Quoted } from "./Quoted.tsx";
import { focusRow } from "./rows.ts";
import { ThreadHead } from "./ThreadHead.tsx";
import { useSeen } from "./useSeen.ts";
import { Writing } from "./Writing.tsx";

/** One conversation: its head, its messages and the reply form, with the card beside it. */
export function Thread({ chatId }: { chatId: ChatId }) {
  const t = useT();
  const { data, error, refetch, ...query } = useInfiniteQuery(messagesOptions(chatId));
  const chat = data?.pages[0]?.chat;
  if (error && !data)
    return (
      <div className={styles.alone} data-thread>
        {error.data?.code === "NOT_FOUND" ? (
          <EmptyState icon={chatIcon} title={t("chats.gone")} />
        ) : (
          <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
        )}
      </div>
    );
  if (!data || !chat)
    return (
      <div className={styles.thread}>
        <SkeletonRows rows={6} columns={["1fr"]} />
      </div>
    );
  const messages = data.pages.flatMap((page) => page.messages);
  const answered = data.pages.flatMap((page) => page.answered);
  const events = data.pages.flatMap((page) => page.events);
  const unsent = data.pages[0]?.unsent ?? [];
  return <Open {...{ chat, messages, answered, events, unsent, query }} />;
}

interface OpenProps {
  chat: Chat;
  /** The latest first. */
  messages: readonly WhatsAppMessage[];
  answered: readonly WhatsAppMessage[];
  events: readonly ChatEvent[];
  unsent: readonly ActivityId[];
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

function Open({ chat, ...log }: OpenProps) {
  const t = useT();
  const can = useCan();
  const { data: known, error } = useQuery(trpc.cards.get.queryOptions({ id: chat.cardId }, { meta: { quiet: true } }));
  const isHidden = error?.data?.code === "NOT_FOUND" || error?.data?.code === "NO_PERMISSION";
  // One that was seen before may be hidden now.
  const card = isHidden ? undefined : known;
  const [replyTo, setReplyTo] = useState<WhatsAppMessage>();
  const input = useRef<HTMLTextAreaElement>(null);
  useSeen(chat);
  const name = useCalledIn()(chat, card && nameOf(card));
  const mayWrite = can(["COMMENTS", "create"]);
  const noReply = isHidden ? "hidden" : card?.trashedAt ? "trashed" : undefined;
  const canReply = mayWrite && card !== undefined && !noReply && !chat.optedOutAt;
  function answer(message: WhatsAppMessage) {
    setReplyTo(message);
    input.current?.focus();
  }
  useCommands([
    canReply && {
      id: "chats.reply",
      label: t("chats.reply"),
      group: "chats",
      shortcut: "R",
      opensField: true,
      run: () => input.current?.focus(),
    },
  ]);
  return (
    <>
      <section className={styles.thread} aria-label={name}>
        <ThreadHead chat={chat} card={card} name={name} />
        <Messages {...log} onReply={canReply ? answer : undefined} />
        <Writing cardId={chat.cardId} />
        {mayWrite && noReply && (
          <div className={styles.foot} data-at-bottom>
            <div className={styles.composer}>
              <NoReply because={noReply} />
            </div>
          </div>
        )}
        {mayWrite && card && !noReply && (
          <div className={styles.foot} data-at-bottom>
            <div className={styles.composer}>
              {chat.optedOutAt ? (
                <OptedOut chatId={chat.id} name={name} since={chat.optedOutAt} />
              ) : (
                <MessageForm
                  key={chat.phone}
                  card={card}
                  phone={chat.phone}
                  name={name}
                  windowEndsAt={chat.windowEndsAt}
                  answers={replyTo?.id}
                  head={replyTo && <Quoted message={replyTo} onStop={() => setReplyTo(undefined)} />}
                  inputRef={input}
                  isFocused={false}
                  onEscape={() => (replyTo ? setReplyTo(undefined) : focusRow(chat.id))}
                  onSent={() => setReplyTo(undefined)}
                />
              )}
            </div>
          </div>
        )}
      </section>
      {card && <CardBeside card={card} />}
    </>
  );
}
