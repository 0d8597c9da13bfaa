import type { WhatsAppMessage } from "@kartis/core/activities/whatsapp/schema.ts";
import type { ChatEvent } from "@kartis/core/chats/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import arrowDown from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { meOptions } from "../../lib/session.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { useWhen } from "../dates/when.ts";
import { Bubble } from "./Bubble.tsx";
import styles from "./chats.module.css";
import { dayOf } from "./days.ts";
import { EventLine } from "./EventLine.tsx";
import { useEnd } from "./useEnd.ts";

interface MessagesProps {
  /** The latest first. */
  messages: readonly WhatsAppMessage[];
  /** Messages that some of them answer and that are not among them. */
  answered: readonly WhatsAppMessage[];
  events: readonly ChatEvent[];
  /** Messages that were not sent, the latest first; they may be on pages that are not here yet. */
  unsent: readonly ActivityId[];
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  onReply: ((message: WhatsAppMessage) => void) | undefined;
}

type Item = { readonly at: string } & ({ readonly message: WhatsAppMessage } | { readonly event: ChatEvent });

/** The messages, grouped by day, with what colleagues did in between. The latest is at the bottom, which stays in view for whoever is there. */
export function Messages({ messages, answered, events, unsent, query, onReply }: MessagesProps) {
  const t = useT();
  const when = useWhen();
  const { data: me } = useQuery(meOptions());
  const { scroll, content, onScroll, fresh, toEnd } = useEnd(
    messages.map(({ id }) => id),
    messages[0]?.direction === "OUT" && messages[0].createdBy === me?.user.id,
  );
  const known = new Map([...answered, ...messages].map((message) => [message.id, message]));
  const items: readonly Item[] = [
    ...messages.map((message) => ({ at: message.happenedAt, message })).toReversed(),
    ...events.map((event) => ({ at: event.at, event })).toReversed(),
  ].toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  return (
    <div className={styles.log}>
      {unsent.length > 0 && <Unsent unsent={unsent} messages={messages} query={query} />}
      <div
        ref={scroll}
        className={styles.messages}
        role="log"
        aria-label={t("chats.messages")}
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content} className={styles.flow}>
          {query.hasNextPage && (
            <Button variant="ghost" size={28} isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              {t("chats.earlier")}
            </Button>
          )}
          {items.map((item, at) => {
            const day = dayOf(item.at);
            const before = items[at - 1];
            return (
              <Fragment key={"message" in item ? item.message.id : `${item.event.id} ${item.event.what}`}>
                {(!before || dayOf(before.at) !== day) && <h3 className={styles.day}>{when.day(day)}</h3>}
                {"message" in item ? (
                  <Bubble
                    message={item.message}
                    answered={item.message.answers ? known.get(item.message.answers) : undefined}
                    onReply={onReply}
                  />
                ) : (
                  <EventLine event={item.event} />
                )}
              </Fragment>
            );
          })}
        </div>
      </div>
      {fresh > 0 && (
        <span className={styles.fresh} data-bottom-bar>
          <Button size={28} variant="primary" icon={arrowDown} onPress={toEnd}>
            {t("chats.fresh", { count: fresh })}
          </Button>
        </span>
      )}
    </div>
  );
}

/** Says how many messages were not sent, and leads from each to the one before it, fetching what is earlier until it is there. */
function Unsent({ unsent, messages, query }: Pick<MessagesProps, "unsent" | "messages" | "query">) {
  const t = useT();
  const [wanted, setWanted] = useState<ActivityId>();
  const isHere = wanted !== undefined && messages.some(({ id }) => id === wanted);
  const show = useEffectEvent(() => {
    const message = document.querySelector<HTMLElement>(`[data-message="${wanted}"]`);
    message?.scrollIntoView({ block: "center" });
    message?.querySelector<HTMLElement>("[data-unsent] button")?.focus({ preventScroll: true });
  });
  const { hasNextPage, isFetchingNextPage } = query;
  const fetchEarlier = useEffectEvent(() => void query.fetchNextPage());
  useEffect(() => {
    if (wanted === undefined) return;
    if (isHere) show();
    else if (hasNextPage && !isFetchingNextPage) fetchEarlier();
  }, [wanted, isHere, hasNextPage, isFetchingNextPage]);
  return (
    <p className={styles.unsent} role="status">
      {t("chats.unsent", { count: unsent.length })}
      <Button
        size={24}
        variant="ghost"
        isPending={wanted !== undefined && !isHere && isFetchingNextPage}
        onPress={() => {
          const next = unsent[(wanted ? unsent.indexOf(wanted) + 1 : 0) % unsent.length];
          // Of only one, it is shown again.
          if (next === wanted) show();
          else setWanted(next);
        }}
      >
        {t("chats.unsent.show")}
      </Button>
    </p>
  );
}
