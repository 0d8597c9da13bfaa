import type { findCards as FindCards } from "../cards/index.ts";
import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import { type CardId, type ChatId, isId, type UserId } from "../kernel/id.ts";
import { findChat } from "./store.ts";

/** Messages that follow each other within this time are one piece of news; after somebody has read those before, within a shorter time. */
const burstMs = 5 * 60_000;
const talkMs = 60_000;

/** A person to notify that a customer of theirs has written, or that a conversation was assigned to them. */
export interface ChatNotice {
  readonly userId: UserId;
  readonly kind: "chatMessage" | "chatAssigned";
  /** The conversation's card, which names it. */
  readonly subjectId: CardId;
  /** The conversation, for its assignee; its card, for the card's owner, who may not have an inbox. */
  readonly details: { readonly chatId: ChatId } | { readonly cardId: CardId };
}

/**
 * Who was given a conversation, if it is still theirs and open; and the assignee of each conversation in which a burst of messages begins; without one, the owner of its card.
 * @param findCards injected, so that notifications do not bundle the cards domain
 */
export async function noticesOfChats(
  { orgId, changes }: Pick<JournalRecord, "orgId" | "changes">,
  findCards: typeof FindCards,
): Promise<ChatNotice[]> {
  const notices = changesOf(changes, ["chat.create", "chat.message"]).map(
    async ({ subject, before, after }): Promise<ChatNotice[]> => {
      const { assignedTo, cardId, inboundAt } = after ?? {};
      const earlierAt = before?.inboundAt;
      if (!cardId || !inboundAt || inboundAt === earlierAt) return [];
      const gapMs = before?.unread === 0 ? talkMs : burstMs;
      if (earlierAt && Date.parse(inboundAt) - Date.parse(earlierAt) < gapMs) return [];
      const of = { kind: "chatMessage" as const, subjectId: cardId };
      if (assignedTo) return [{ ...of, userId: assignedTo, details: { chatId: subject.id } }];
      const owner = (await findCards(orgId, [cardId])).get(cardId)?.fields["owner"];
      return isId("usr", owner) ? [{ ...of, userId: owner, details: { cardId } }] : [];
    },
  );
  const assigned = changesOf(changes, ["chat.update"]).map(async ({ subject, before, after }): Promise<ChatNotice[]> => {
    const { assignedTo } = after ?? {};
    if (!assignedTo || before?.assignedTo === assignedTo) return [];
    const chat = await findChat(orgId, subject.id);
    if (chat?.assignedTo !== assignedTo || chat.isClosed) return [];
    return [{ kind: "chatAssigned", subjectId: chat.cardId, userId: assignedTo, details: { chatId: chat.id } }];
  });
  return (await Promise.all([...assigned, ...notices])).flat();
}
