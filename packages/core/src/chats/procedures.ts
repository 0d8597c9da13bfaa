import { findNames, readScopeOf, scopeOf } from "../cards/index.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import type { ChatId } from "../kernel/id.ts";
import { type OrgContext, procedure, requireFeature } from "../kernel/procedure.ts";
import { findMembership } from "../organizations/index.ts";
import { findNumber, windowEndOf } from "../whatsapp/index.ts";
import { type ChatSight, listedChats, seenChat } from "./inbox.ts";
import { type ChangedChat, type Chat, type ChatList, ChatRef, ListChatsInput, UpdateChatInput } from "./schema.ts";
import { chatChange, findChat, type StoredChat } from "./store.ts";

const feature = "chats";

/** The conversations that the caller sees, or at most those that a level covers. */
export async function chatSightOf(
  context: Pick<OrgContext, "principal">,
  level: OrgContext["level"] = "ORGANIZATION",
): Promise<ChatSight> {
  const { principal } = context;
  const [comments, cards] = await Promise.all([scopeOf({ principal, level }, "COMMENTS"), readScopeOf(context)]);
  return { userId: principal.userId, comments, cards };
}

/** A stored conversation as its callers get it. */
export const shownChat = (
  {
    id,
    version,
    phone,
    name,
    cardId,
    assignedTo,
    isClosed,
    unread,
    inboundAt,
    inboundTo,
    optedOutAt,
    last,
    createdAt,
  }: StoredChat,
  numberId: string | null,
): Chat => ({
  id,
  version,
  phone,
  name,
  cardId,
  assignedTo,
  isClosed,
  unread,
  windowEndsAt: inboundAt !== null && inboundTo === numberId ? windowEndOf(inboundAt) : null,
  optedOutAt,
  // Earlier ones were stored without their author.
  last: last && { ...last, by: last.by ?? null },
  createdAt,
});

const list = procedure({
  name: "chats.list",
  kind: "query",
  input: ListChatsInput,
  can: ["COMMENTS", "read"],
  feature,
  asksReplica: true,
  async run(input, context): Promise<ChatList> {
    const { orgId } = context.principal;
    const [sight, number] = await Promise.all([chatSightOf(context), findNumber(orgId)]);
    const numberId = number?.phoneNumberId ?? null;
    const { chats, total, counts } = await listedChats(orgId, sight, { at: context.clock.now(), numberId }, input);
    const next = input.cursor + chats.length;
    return {
      chats: chats.map(({ unsent, ...chat }) => ({ ...shownChat(chat, numberId), unsent })),
      related: await findNames(orgId, sight.cards, new Set(chats.map(({ cardId }) => cardId))),
      total,
      counts,
      nextCursor: next < total && chats.length > 0 ? next : null,
    };
  },
});

/** The conversation, if the caller sees it. Throws NOT_FOUND. */
export async function requireChat(chatId: ChatId, context: Pick<OrgContext, "principal">): Promise<StoredChat> {
  const { orgId } = context.principal;
  const seen = await seenChat(orgId, await chatSightOf(context), chatId);
  if (!seen) throw new KartisError("NOT_FOUND");
  return seen;
}

const get = procedure({
  name: "chats.get",
  kind: "query",
  input: ChatRef,
  can: ["COMMENTS", "read"],
  feature,
  asksReplica: true,
  async run({ chatId }, context): Promise<Chat> {
    const [chat, number] = await Promise.all([requireChat(chatId, context), findNumber(context.principal.orgId)]);
    return shownChat(chat, number?.phoneNumberId ?? null);
  },
});

/** A conversation that the call's permission covers. Throws NOT_FOUND for one that the caller does not see, and NO_PERMISSION for one that they only see. */
export async function requireCovered(chatId: ChatId, context: OrgContext): Promise<StoredChat> {
  const { orgId } = context.principal;
  const [, covered] = await Promise.all([
    requireChat(chatId, context),
    chatSightOf(context, context.level).then((sight) => seenChat(orgId, sight, chatId)),
  ]);
  if (!covered) throw new KartisError("NO_PERMISSION", { messageKey: "errors.commentReadOnly" });
  return covered;
}

/** Changes a conversation that the call's permission covers. Writes nothing if nothing changes. Throws as `requireCovered`. */
async function change(
  chatId: ChatId,
  context: OrgContext,
  action: "chat.update" | "chat.read",
  next: (chat: StoredChat, at: string) => Partial<StoredChat>,
): Promise<ChangedChat> {
  const { orgId } = context.principal;
  const [covered, number] = await Promise.all([requireCovered(chatId, context), findNumber(orgId)]);
  const { result, records } = await commit(commitContextOf(context), async (at) => {
    const current = await findChat(orgId, chatId);
    if (!current) throw new KartisError("NOT_FOUND");
    const changed = { ...current, ...next(current, at) };
    const isSame =
      changed.assignedTo === current.assignedTo &&
      changed.isClosed === current.isClosed &&
      changed.unread === current.unread &&
      changed.optedOutAt === current.optedOutAt;
    if (isSame) return { writes: [], records: [], result: current };
    const written = { ...changed, version: current.version + 1 };
    const { write, change: recorded } = chatChange(orgId, written, current, action);
    return { writes: [write], records: [{ changes: [recorded] }], result: written };
  });
  return { ...shownChat({ ...result, last: covered.last }, number?.phoneNumberId ?? null), recordId: records[0]?.id ?? null };
}

const update = procedure({
  name: "chats.update",
  kind: "mutation",
  input: UpdateChatInput,
  can: ["COMMENTS", "update"],
  /** Assigns it to a member or unassigns it, closes it, reopens it, or notes whether the customer wants no messages. Throws INVALID_INPUT for an assignee who is not a member. */
  async run({ chatId, assignedTo, isClosed, isOptedOut }, context): Promise<ChangedChat> {
    // What the customer wants is noted on the card's timeline too, where there is no inbox.
    if (assignedTo !== undefined || isClosed !== undefined) requireFeature(feature, context.actor);
    if (assignedTo && !(await findMembership(assignedTo, context.principal.orgId)))
      throw new KartisError("INVALID_INPUT", { fields: { assignedTo: "validation.person" } });
    return change(chatId, context, "chat.update", ({ optedOutAt }, at) => ({
      ...(assignedTo === undefined ? {} : { assignedTo }),
      ...(isClosed === undefined ? {} : { isClosed }),
      ...(isOptedOut === undefined ? {} : { optedOutAt: isOptedOut ? (optedOutAt ?? at) : null }),
    }));
  },
});

const markRead = procedure({
  name: "chats.markRead",
  kind: "mutation",
  input: ChatRef,
  can: ["COMMENTS", "read"],
  feature,
  /** Marks its messages as seen: for everybody, as the inbox is shared. */
  async run({ chatId }, context): Promise<Chat> {
    const { recordId: _, ...chat } = await change(chatId, context, "chat.read", () => ({ unread: 0 }));
    return chat;
  },
});

export const chatProcedures = [list, get, update, markRead] as const;
