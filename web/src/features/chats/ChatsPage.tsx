import chatIcon from "@fluentui/svg-icons/icons/chat_multiple_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { DeniedState, EmptyState } from "../../ui/feedback/EmptyState.tsx";
import Failure from "../../ui/pages/Failure.tsx";
import { useLiveCards } from "../cards/useLiveCards.ts";
import { ChatList } from "./ChatList.tsx";
import styles from "./chats.module.css";
import { useLiveChats } from "./queries.ts";
import { useChatsSearch } from "./search.ts";
import { Thread } from "./Thread.tsx";

/** `/chats`: the organization's conversations, the open one, and its card. */
export function ChatsPage() {
  const t = useT();
  const can = useCan();
  const { data: me } = useQuery(meOptions());
  useTitle(t("chats.title"));
  useCrumbs([{ label: t("chats.title") }]);
  if (!me) return null;
  // Where the feature is off, the page does not exist.
  if (!me.features.includes("chats")) return <Failure />;
  if (!can(["COMMENTS", "read"]) || !can(["CARDS", "read"]))
    return (
      <div className={styles.alone}>
        <DeniedState level={1} />
      </div>
    );
  return <Inbox />;
}

/** Keeps the page above an on-screen keyboard, in browsers that lay it over the page instead of making the page smaller. */
function useRoomAboveKeyboard(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: viewport } = window;
    if (!viewport) return undefined;
    const fit = () => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      // Zoomed in, less of the page is visible without a keyboard.
      page.current?.style.setProperty("padding-block-end", viewport.scale === 1 ? `${covered}px` : "");
    };
    viewport.addEventListener("resize", fit);
    return () => viewport.removeEventListener("resize", fit);
  }, [page]);
}

function Inbox() {
  const t = useT();
  const [{ chatId }] = useChatsSearch();
  const page = useRef<HTMLDivElement>(null);
  useRoomAboveKeyboard(page);
  useLiveChats();
  useLiveCards();
  return (
    <div
      ref={page}
      className={styles.page}
      data-open={chatId !== undefined || undefined}
      data-takes-phone={chatId !== undefined || undefined}
    >
      <ChatList />
      {chatId ? (
        <Thread key={chatId} chatId={chatId} />
      ) : (
        <div className={styles.alone} data-thread>
          <EmptyState icon={chatIcon} title={t("chats.choose")} />
        </div>
      )}
    </div>
  );
}
