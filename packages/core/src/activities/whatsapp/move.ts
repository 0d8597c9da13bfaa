import { assigningFieldsOf, findCards, inScope, readScopeOf, scopeOf } from "../../cards/index.ts";
import { outsideTrash } from "../../cards/merges/survivor.ts";
import { chatChange, findChat, type ChangedChat, MoveChatInput, requireCovered, shownChat } from "../../chats/index.ts";
import { commit, commitContextOf, type CommitContext } from "../../data/commit.ts";
import type { JournalRecord } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, type ChatId, isId, type RecordId } from "../../kernel/id.ts";
import { type OrgContext, procedure, requireFeature, requireRight } from "../../kernel/procedure.ts";
import { findNumber } from "../../whatsapp/index.ts";
import { peopleOfCard } from "../people-of-card.ts";

interface Moving {
  readonly chatId: ChatId;
  /** Or one that was merged into another, which then gets it. */
  readonly to: CardId;
  /** The card that it must be on, when a move is undone. */
  readonly expected?: CardId;
}

/**
 * Moves a conversation to another card: what is said from now on is said there. Earlier messages stay on the card that they were said on, where its people have read
 * them, and appear in the conversation to whoever sees that card. Nothing if it is there already.
 *
 * Throws NOT_FOUND for a conversation that the caller does not see, NO_PERMISSION unless their right to change covers it both where it is and where it goes, INVALID_INPUT
 * for a card out of sight or in the trash, and CONFLICT if it is no longer where it is expected.
 */
async function moveChat({ chatId, to, expected }: Moving, context: OrgContext, at: CommitContext): Promise<ChangedChat> {
  const { principal } = context;
  const { orgId, userId } = principal;
  const [seen, comments, readable, number] = await Promise.all([
    requireCovered(chatId, context),
    scopeOf(context, "COMMENTS"),
    readScopeOf(context),
    findNumber(orgId),
  ]);
  const { result, records } = await commit(at, async () => {
    const [chat, card] = await Promise.all([findChat(orgId, chatId), outsideTrash(orgId, to, { findCards })]);
    if (!chat) throw new KartisError("NOT_FOUND");
    const nothing = { writes: [], records: [], result: chat };
    const isHere = async (cardId: CardId) =>
      chat.cardId === cardId || (await outsideTrash(orgId, chat.cardId, { findCards }))?.id === cardId;
    if (!card || !inScope(readable, card)) {
      if (expected) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.trashed" });
      throw new KartisError("INVALID_INPUT", { fields: { cardId: "validation.relatedCard" } });
    }
    if (await isHere(card.id)) return nothing;
    if (expected && !(await isHere(expected))) throw new KartisError("CONFLICT", { messageKey: "errors.undo.movedChat" });
    const ofCard = await peopleOfCard(orgId, card, assigningFieldsOf);
    const people = [...new Set([...(chat.assignedTo ? [chat.assignedTo] : []), ...ofCard])];
    const isCovered =
      comments.kind === "organization" ||
      chat.assignedTo === userId ||
      people.some((person) => comments.userIds.includes(person));
    if (!isCovered) throw new KartisError("NO_PERMISSION", { messageKey: "errors.commentReadOnly" });
    const next = { ...chat, version: chat.version + 1, cardId: card.id, people };
    const { write, change } = chatChange(orgId, next, chat, "chat.move");
    return { writes: [write], records: [{ changes: [change] }], result: next };
  });
  const shown = shownChat({ ...result, last: seen.last }, number?.phoneNumberId ?? null);
  return { ...shown, recordId: records[0]?.id ?? null };
}

/**
 * Undoes the move of a conversation. Throws CONFLICT if it has moved again since, and PRECONDITION_FAILED for other changes of conversations, or while the former card
 * is in the trash.
 * @returns the record that undoes the undo; null when nothing had to change
 */
export async function undoMove({ id: recordId, changes }: JournalRecord, context: OrgContext): Promise<RecordId | null> {
  const [change] = changes;
  if (!change || changes.length > 1 || change.action !== "chat.move")
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
  const { subject, before, after } = change;
  const [from, to] = [after?.["cardId"], before?.["cardId"]];
  if (!isId("cht", subject.id) || !isId("crd", from) || !isId("crd", to)) throw new KartisError("NOT_FOUND");
  requireFeature("chats", context.actor);
  const within = { ...context, ...requireRight(["COMMENTS", "update"], context) };
  const undone = { ...commitContextOf(within), origin: "undo", causedBy: recordId } as const;
  return (await moveChat({ chatId: subject.id, to, expected: from }, within, undone)).recordId;
}

export const moveChatProcedure = procedure({
  name: "chats.move",
  kind: "mutation",
  input: MoveChatInput,
  can: ["COMMENTS", "update"],
  feature: "chats",
  run: ({ chatId, cardId }, context): Promise<ChangedChat> => moveChat({ chatId, to: cardId }, context, commitContextOf(context)),
});
