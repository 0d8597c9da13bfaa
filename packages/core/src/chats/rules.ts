import type { LastMessage } from "./schema.ts";
import type { StoredChat } from "./store.ts";

const longestPreview = 200;

/** A message, as its conversation takes it in. */
export interface ChatMessage extends Omit<LastMessage, "text"> {
  readonly text: string | null;
  /** The number of ours that it came to or goes from. */
  readonly numberId: string;
}

/**
 * A conversation before its first message. Its versions begin with the instant: one that is deleted and begins again with the same number has the same id, and is to be
 * newer than what replicas know of its end.
 */
export const newChat = (
  id: StoredChat["id"],
  about: Pick<StoredChat, "phone" | "name" | "cardId" | "people">,
  at: string,
): StoredChat => ({
  ...about,
  id,
  version: Date.parse(at),
  assignedTo: null,
  isClosed: false,
  unread: 0,
  inboundAt: null,
  inboundTo: null,
  last: null,
  createdAt: at,
});

const later = (one: string | null, other: string): string => (one !== null && one > other ? one : other);

/**
 * The conversation after one more message, in whatever order messages come: what is latest stays so. One that comes in is unread and opens the conversation again;
 * whoever writes has read it.
 */
export function withMessage(chat: StoredChat, { numberId, text, ...message }: ChatMessage): StoredChat {
  const isLatest = !chat.last || chat.last.at <= message.at;
  const last = { ...message, text: text === null ? null : text.slice(0, longestPreview).replace(/[\ud800-\udbff]$/, "") };
  const next = { ...chat, version: chat.version + 1, last: isLatest ? last : chat.last };
  if (message.direction === "OUT") return { ...next, unread: 0 };
  const isSame = chat.inboundTo === numberId;
  return {
    ...next,
    isClosed: false,
    unread: chat.unread + 1,
    inboundAt: isSame ? later(chat.inboundAt, message.at) : message.at,
    inboundTo: numberId,
  };
}
