import { type ChatFolder, chatFolders } from "@kartis/core/chats/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { ChatId } from "@kartis/core/kernel/id.ts";
import { useParams, useRouter, useSearch } from "@tanstack/react-router";

/** State of the inbox in the address: `/chats/{chatId}?folder=unread&q=roof`. */
export interface ChatsSearch {
  readonly chatId: ChatId | undefined;
  readonly folder: ChatFolder;
  readonly query: string;
}

const isFolder = (value: unknown): value is ChatFolder => chatFolders.some((known) => known === value);

export function useChatsSearch(): [ChatsSearch, (change: Partial<ChatsSearch>) => void] {
  const router = useRouter();
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const asked: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { chatId } = params;
  const search: ChatsSearch = {
    chatId: isId("cht", chatId) ? chatId : undefined,
    folder: isFolder(asked["folder"]) ? asked["folder"] : "open",
    query: typeof asked["q"] === "string" ? asked["q"] : "",
  };
  return [
    search,
    (change) =>
      void router.navigate({ to: chatHref({ ...search, ...change }), replace: !("chatId" in change), resetScroll: false }),
  ];
}

/** The address of a conversation, or of the list, in a folder. */
export function chatHref({ chatId, folder, query }: Partial<ChatsSearch>): string {
  const search = new URLSearchParams({
    ...(folder && folder !== "open" ? { folder } : {}),
    ...(query ? { q: query } : {}),
  }).toString();
  return `/chats${chatId ? `/${chatId}` : ""}${search ? `?${search}` : ""}`;
}
