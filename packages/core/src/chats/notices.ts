import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import type { CardId, ChatId, UserId } from "../kernel/id.ts";

/** Messages that follow each other within this time are one piece of news; after somebody has read those before, within a shorter time. */
const burstMs = 5 * 60_000;
const talkMs = 60_000;

/** A person to notify that the customer of a conversation assigned to them has written. */
export interface ChatNotice {
  readonly userId: UserId;
  readonly kind: "chatMessage";
  /** The conversation's card, which names it. */
  readonly subjectId: CardId;
  readonly details: { readonly chatId: ChatId };
}

/** The assignee of each conversation in which a burst of messages begins. Nobody is notified of a conversation without one: the inbox counts it. */
export const noticesOfChats = ({ changes }: Pick<JournalRecord, "changes">): ChatNotice[] =>
  changesOf(changes, ["chat.message"]).flatMap(({ subject, before, after }) => {
    const { assignedTo, cardId, inboundAt } = after ?? {};
    const earlierAt = before?.inboundAt;
    if (!assignedTo || !cardId || !inboundAt || inboundAt === earlierAt) return [];
    const gapMs = before?.unread === 0 ? talkMs : burstMs;
    if (earlierAt && Date.parse(inboundAt) - Date.parse(earlierAt) < gapMs) return [];
    return [{ userId: assignedTo, kind: "chatMessage", subjectId: cardId, details: { chatId: subject.id } }];
  });
