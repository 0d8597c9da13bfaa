import type { LastMessage } from "./schema.ts";
import type { StoredChat } from "./store.ts";

const longestPreview = 200;

/** A message, as its conversation stores it. */
export interface ChatMessage extends Omit<LastMessage, "text"> {
  readonly text: string | null;
  /** The number of ours that received or sent it. */
  readonly numberId: string;
}

/**
 * A conversation before its first message. Its version starts at the current instant: a conversation that was deleted and starts again with the same number has the
 * same id, and must be newer than the deletion that replicas have seen.
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
  optedOutAt: null,
  optedInAt: null,
  last: null,
  createdAt: at,
});

const later = (one: string | null, other: string): string => (one !== null && one > other ? one : other);

/**
 * The conversation after one more message. Messages may come in any order: the latest stays the latest. A received message is unread and reopens the conversation;
 * a sent one marks it as read.
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
