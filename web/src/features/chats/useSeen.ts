import type { Chat } from "@kartis/core/chats/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { chatPathOf } from "@kartis/core/notifications/rules.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { queryClient } from "../../lib/query-client.ts";
import { meOptions } from "../../lib/session.ts";
import { learnChat } from "./queries.ts";
import { mark, useNotifications } from "../unread/queries.ts";

/** Marks its messages as seen while somebody looks at them, and with them what this person was notified of. */
export function useSeen({ id, unread, last }: Chat): void {
  const lastId = last?.activityId;
  const [isLooked, setLooked] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setLooked(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  // One that comes before the last was seen to be seen leaves the number as it is: it is another message that says so.
  useEffect(() => {
    if (unread === 0 || !isLooked || !isId("cht", id)) return;
    client.chats.markRead.mutate({ chatId: id }).then((chat) => {
      learnChat(chat);
      return queryClient.invalidateQueries(trpc.chats.list.pathFilter());
    }, reportFailure);
  }, [id, unread, lastId, isLooked]);
  const { data: me } = useQuery(meOptions());
  const { data } = useNotifications("all", 50);
  const unreadIds = (data?.rows ?? [])
    .filter((entry) => !entry.isRead && chatPathOf(entry) === `/chats/${id}`)
    .map((row) => row.id)
    .join(" ");
  // Whoever acts as somebody else leaves their notifications as they are.
  const isOwn = me !== undefined && !me.impersonatedUntil;
  useEffect(() => {
    if (unreadIds !== "" && isLooked && isOwn) void mark(unreadIds.split(" "), true);
  }, [unreadIds, isLooked, isOwn]);
}
