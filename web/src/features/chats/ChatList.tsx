import { meOptions } from "../../lib/session.ts";
import chatIcon from "@fluentui/svg-icons/icons/chat_multiple_20_regular.svg?icon";
import type { ListedChat } from "@kartis/core/chats/schema.ts";
import type { CardNames } from "@kartis/core/cards/schema.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-aria-components/Link";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useCommands } from "../../lib/keys/commands.ts";
import { textDirection } from "../../lib/text-direction.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Link as TextLink } from "../../ui/actions/Link.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { RecordAvatar } from "../../ui/display/Avatar.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { SearchInput } from "../../ui/inputs/SearchInput.tsx";
import { MemberAvatar } from "../people/MemberAvatar.tsx";
import { useNameOf } from "../people/people.ts";
import { useToday } from "../dates/days.ts";
import { useWhen } from "../dates/when.ts";
import { dayOf } from "./days.ts";
import { DeliveryMark } from "../whatsapp/DeliveryMark.tsx";
import styles from "./chats.module.css";
import { useCalledIn } from "./names.ts";
import { listOptions } from "./queries.ts";
import { focusRow } from "./rows.ts";
import { chatHref, useChatsSearch } from "./search.ts";

const searchMs = 200;

/** The folder's conversations, the latest first. J and K move through them, with the focus. */
export function ChatList() {
  const t = useT();
  const [{ chatId, folder, query }, change] = useChatsSearch();
  const [typed, setTyped] = useState(query);
  useEffect(() => {
    if (typed === query) return undefined;
    const timer = setTimeout(() => change({ query: typed }), searchMs);
    return () => clearTimeout(timer);
    // The address is new on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed, query]);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(listOptions(folder, query));
  const [first] = data?.pages ?? [];
  const chats = data && [...new Map(data.pages.flatMap((page) => page.chats).map((chat) => [chat.id, chat])).values()];
  const related: CardNames = Object.assign({}, ...(data?.pages.map((page) => page.related) ?? []));
  const step = (by: 1 | -1) => {
    const at = chats?.findIndex(({ id }) => id === chatId) ?? -1;
    const next = chats?.[at === -1 ? 0 : at + by];
    if (!next) return;
    change({ chatId: next.id });
    focusRow(next.id);
  };
  useCommands([
    { id: "chats.next", label: t("chats.next"), group: "chats", shortcut: "J", onlyKey: true, run: () => step(1) },
    { id: "chats.previous", label: t("chats.previous"), group: "chats", shortcut: "K", onlyKey: true, run: () => step(-1) },
  ]);
  return (
    <section className={styles.list} aria-label={t("chats.list")}>
      <header className={styles.listHead}>
        <h1 className={styles.title}>
          {t(`chats.folder.${folder}`)} {first && <span className={styles.quiet}>{first.total}</span>}
        </h1>
        <SearchInput label={t("chats.search")} value={typed} onChange={setTyped} />
      </header>
      <div className={styles.scroll}>
        {error && !chats ? (
          <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
        ) : !chats ? (
          <SkeletonRows rows={8} columns={["1fr"]} />
        ) : chats.length === 0 ? (
          <EmptyState
            icon={chatIcon}
            title={t(query ? "chats.none.found" : "chats.none")}
            actions={
              !query &&
              folder === "open" && <TextLink href="/settings/integrations?open=whatsapp">{t("chats.none.connect")}</TextLink>
            }
          >
            {!query && folder === "open" && t("chats.none.text")}
          </EmptyState>
        ) : (
          <ul>
            {chats.map((chat) => (
              <li key={chat.id}>
                <Row chat={chat} cardName={related[chat.cardId]?.name} isOpen={chat.id === chatId} />
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="ghost" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t("common.more")}
          </Button>
        )}
      </div>
    </section>
  );
}

function Row({ chat, cardName, isOpen }: { chat: ListedChat; cardName: string | undefined; isOpen: boolean }) {
  const t = useT();
  const format = useFormat();
  const when = useWhen();
  const today = useToday();
  const [{ folder, query }] = useChatsSearch();
  const nameOf = useNameOf();
  const { data: me } = useQuery(meOptions());
  const { id, unread, unsent, last, assignedTo } = chat;
  const name = useCalledIn()(chat, cardName);
  const isFailed = last?.delivery === "failed" || last?.delivery === "unknown";
  const words = last && (last.text ?? t(`whatsapp.kind.${last.kind}`));
  return (
    <Link
      className={styles.row ?? ""}
      href={chatHref({ chatId: id, folder, query })}
      data-chat={id}
      data-unread={unread > 0 || undefined}
      {...(isOpen ? { "aria-current": "true" as const } : {})}
    >
      <RecordAvatar name={name} size={32} />
      <span className={styles.rowWords}>
        <span className={styles.rowHead}>
          <bdi className={styles.rowName}>{name}</bdi>
          <bdi className={styles.rowCard}>{cardName === name ? "" : (cardName ?? t("chats.cardUnavailable"))}</bdi>
          {last && (
            <time className={styles.rowTime} dateTime={last.at}>
              {dayOf(last.at) === today ? when.time(last.at) : when.day(dayOf(last.at))}
            </time>
          )}
        </span>
        <span className={styles.rowLast} data-failed={isFailed || undefined}>
          {last?.delivery && <DeliveryMark delivery={last.delivery} />}
          {last?.by && !isFailed && (
            <span className={styles.rowBy}>
              {last.by === me?.user.id ? t("chats.you") : t("chats.by", { name: nameOf(last.by) })}
            </span>
          )}
          {isFailed ? (
            <span className={styles.rowText}>{t(`whatsapp.delivery.${last.delivery ?? "failed"}`)}</span>
          ) : (
            <bdi className={styles.rowText} dir={textDirection(words ?? "")}>
              {words}
            </bdi>
          )}
          {unsent > 0 && !isFailed && (
            <span className={styles.rowUnsent} role="img" aria-label={t("chats.unsent", { count: unsent })}>
              <DeliveryMark delivery="failed" />
            </span>
          )}
          {assignedTo && (
            <span className={styles.rowAssignee} role="img" aria-label={t("chats.assigned", { name: nameOf(assignedTo) })}>
              <MemberAvatar userId={assignedTo} />
            </span>
          )}
          {unread > 0 && (
            <span className={styles.badge}>
              <Num>{format.number(unread)}</Num>
              <span className={styles.hidden}>{t("chats.unread", { count: unread })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}
