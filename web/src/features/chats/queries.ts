import type { Chat, ChatFolder } from "@kartis/core/chats/schema.ts";
import type { ChatId } from "@kartis/core/kernel/id.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { pacedByPeople, useLive } from "../../lib/live/live.ts";
import { useCan } from "../../lib/permissions.ts";
import { queryClient } from "../../lib/query-client.ts";

export const listOptions = (folder: ChatFolder, query: string) =>
  trpc.chats.list.infiniteQueryOptions(
    { folder, query, limit: 50 },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, placeholderData: keepPreviousData, meta: { quiet: true } },
  );

export const messagesOptions = (chatId: ChatId) =>
  trpc.chats.listMessages.infiniteQueryOptions(
    { conversationSid: chatId, limit: 50 },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, meta: { quiet: true } },
  );

/** Shows what a change has answered about a conversation, until it is read again. */
export const learnChat = (chat: Chat): void =>
  void queryClient.setQueryData(
    messagesOptions(chat.id).queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => (page.chat.version < chat.version ? { ...page, chat } : page)),
      },
  );

/** Number of conversations in each folder. */
export const countsOptions = () => trpc.chats.list.queryOptions({ folder: "open", limit: 1 }, { meta: { quiet: true } });

const refreshLists = pacedByPeople(() => void queryClient.invalidateQueries(trpc.chats.list.pathFilter()));
const refreshMessages = pacedByPeople(() => void queryClient.invalidateQueries(trpc.chats.listMessages.pathFilter()));

/** Number of open conversations with unread messages, as they come. */
export function useUnreadChats(): number {
  const can = useCan();
  const { data } = useQuery({ ...countsOptions(), enabled: can(["COMMENTS", "read"]) && can(["CARDS", "read"]) });
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "chat") refreshLists();
  });
  return data?.counts.unread ?? 0;
}

/** Keeps conversations up to date while customers and colleagues write. */
export function useLiveChats(): void {
  useLive((message) => {
    const kind = message.kind === "change" ? message.subject.kind : undefined;
    if (kind === undefined || kind === "chat" || kind === "activity") refreshMessages();
    if (kind === undefined || kind === "chat") refreshLists();
  });
}
