import type { findCards } from "../cards/index.ts";
import { commit, type CommitContext } from "../data/commit.ts";
import { inTime } from "../data/replica/question-time.ts";
import { type ActivityId, type ChatId, isId, type OrgId } from "../kernel/id.ts";
import { openReplica } from "../replicas.ts";
import { keepingOptOut } from "./opt-outs.ts";
import { chatChange, chatRemoval, findChat, type StoredChat } from "./store.ts";

/** Leaves room in the transaction for their opt-outs and the records. */
const atOnce = 45;

/**
 * Permanently deletes conversations, as many as fit into a transaction. Harmless to repeat.
 * @param areMeant selects those to delete, as they are stored now
 * @returns how many were deleted
 */
async function endSome(
  context: CommitContext,
  chatIds: readonly ChatId[],
  areMeant: (chats: readonly StoredChat[]) => Promise<readonly StoredChat[]>,
): Promise<number> {
  const { orgId } = context;
  const { result } = await commit(context, async () => {
    const found = await Promise.all(chatIds.map((chatId) => findChat(orgId, chatId)));
    const meant = await areMeant(found.filter((chat) => chat !== undefined));
    const ending = meant.map((chat) => chatRemoval(orgId, chat));
    return {
      writes: [...ending.map(({ write }) => write), ...meant.flatMap((chat) => keepingOptOut(orgId, chat))],
      records: ending.length > 0 ? [{ changes: ending.map(({ change }) => change) }] : [],
      result: ending.length,
    };
  });
  return result;
}

/** Deletes those of the conversations that are still on the cards; one that has moved to another card in the meantime stays. */
export async function endChats(
  context: CommitContext,
  chatIds: readonly ChatId[],
  cardIds: ReadonlySet<StoredChat["cardId"]>,
): Promise<number> {
  let ended = 0;
  for (let at = 0; at < chatIds.length; at += atOnce)
    ended += await endSome(context, chatIds.slice(at, at + atOnce), async (chats) =>
      chats.filter(({ cardId }) => cardIds.has(cardId)),
    );
  return ended;
}

/** Removes permanently deleted messages from conversations that show them as their latest: a conversation may have moved to another card. */
export async function forgetLast(context: CommitContext, activityIds: readonly ActivityId[]): Promise<void> {
  const { orgId } = context;
  const gone = new Set(activityIds);
  const { statements } = await openReplica(orgId);
  const showing = statements
    .of(
      `SELECT chat.id FROM chat WHERE ${inTime("chat.id")}
       AND json_extract(chat.held, '$.last.activityId') IN (SELECT value FROM json_each(?)) ORDER BY chat.id`,
    )
    .all(JSON.stringify(activityIds))
    .flatMap(({ id }) => (isId("cht", id) ? [id] : []));
  for (const chatId of showing)
    await commit(context, async () => {
      const chat = await findChat(orgId, chatId);
      if (!chat?.last || !gone.has(chat.last.activityId)) return { writes: [], records: [], result: undefined };
      const { write, change } = chatChange(orgId, { ...chat, version: chat.version + 1, last: null }, chat);
      return { writes: [write], records: [{ changes: [change] }], result: undefined };
    });
}

/**
 * Deletes conversations whose card was permanently deleted: nobody can see them, and they would keep a phone number. A new message starts a new conversation.
 * @param find reads cards from the table; passed in, so that the sweep's Lambda does not bundle the whole domain
 * @returns true if none of the organization's is left, false if `isOver` stopped it first
 */
export const purgeLostChats =
  (find: typeof findCards) =>
  async (context: CommitContext, _: string, isOver: () => boolean): Promise<boolean> => {
    const { orgId } = context;
    for (;;) {
      const lost = await chatsWithoutCard(orgId);
      if (lost.length === 0) return true;
      const ended = await endSome(context, lost, async (chats) => {
        const cards = await find(
          orgId,
          chats.map(({ cardId }) => cardId),
        );
        return chats.filter(({ cardId }) => !cards.has(cardId));
      });
      // The card is in the table but not in the replica yet: the next sweep checks again.
      if (ended === 0 || isOver()) return false;
    }
  };

async function chatsWithoutCard(orgId: OrgId): Promise<ChatId[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      `SELECT chat.id FROM chat LEFT JOIN card ON card.id = chat.card_id
       WHERE ${inTime("chat.id")} AND card.id IS NULL ORDER BY chat.id LIMIT ${atOnce}`,
    )
    .all()
    .flatMap(({ id }) => (isId("cht", id) ? [id] : []));
}
