import type { findCards } from "../cards/index.ts";
import { commit, type CommitContext } from "../data/commit.ts";
import { inTime } from "../data/replica/question-time.ts";
import { type ActivityId, type ChatId, isId, type OrgId } from "../kernel/id.ts";
import { openReplica } from "../replicas.ts";
import { chatChange, chatRemoval, findChat, type StoredChat } from "./store.ts";

/** Leaves items of the transaction for the record. */
const atOnce = 90;

/**
 * Deletes conversations for good, as many as fit a transaction. Repeating it finds nothing left to do.
 * @param areMeant which of them, as they are stored now
 * @returns how many it has deleted
 */
async function endSome(
  context: CommitContext,
  chatIds: readonly ChatId[],
  areMeant: (chats: readonly StoredChat[]) => Promise<readonly StoredChat[]>,
): Promise<number> {
  const { orgId } = context;
  const { result } = await commit(context, async () => {
    const found = await Promise.all(chatIds.map((chatId) => findChat(orgId, chatId)));
    const ending = (await areMeant(found.filter((chat) => chat !== undefined))).map((chat) => chatRemoval(orgId, chat));
    return {
      writes: ending.map(({ write }) => write),
      records: ending.length > 0 ? [{ changes: ending.map(({ change }) => change) }] : [],
      result: ending.length,
    };
  });
  return result;
}

/** Deletes those of the conversations that are on the cards. One that has moved on meanwhile is another card's. */
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

/** Takes messages that are deleted for good out of the conversations that show them as the latest: one may have moved on to another card. */
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
 * Deletes the conversations whose card is gone for good: nobody sees them, and they would keep a number. Whoever writes again begins another.
 * @param find reads cards from the table; passed in, so that the sweep's Lambda does not bundle the whole domain
 * @returns true when none of the organization is left, false when `isOver` said to stop first.
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
      // A card that is in the table but not yet in the replica: the next sweep looks again.
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
