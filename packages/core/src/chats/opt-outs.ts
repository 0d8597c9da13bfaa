import { put, remove, type Write } from "../data/commit.ts";
import type { ChatId, OrgId } from "../kernel/id.ts";
import { keptOptOutEntity } from "./entity.ts";
import { findChat, type StoredChat } from "./store.ts";

/*
 * A customer's wish for no messages belongs to their conversation. When that is permanently deleted, the wish is kept under its id, which is derived from the number, so
 * that the number itself is not stored; the next conversation with the number takes it over.
 */

/** Since when the number of a deleted conversation wants no messages; null if it takes them. Strongly consistent. */
export async function keptOptOut(orgId: OrgId, chatId: ChatId): Promise<string | null> {
  const { data } = await keptOptOutEntity().get({ orgId, chatId }).go({ consistent: true });
  return data?.since ?? null;
}

/** Since when the conversation's number wants no messages, also if the conversation was permanently deleted; null if it takes them. */
export async function optedOutSince(orgId: OrgId, chatId: ChatId): Promise<string | null> {
  const chat = await findChat(orgId, chatId);
  return chat ? chat.optedOutAt : keptOptOut(orgId, chatId);
}

/** The writes that keep the wish of a conversation that is permanently deleted. */
export const keepingOptOut = (orgId: OrgId, { id: chatId, optedOutAt: since }: StoredChat): Write[] =>
  since === null ? [] : [put(keptOptOutEntity().put({ orgId, chatId, since }).params(), "stale")];

/** The write by which a new conversation takes a kept wish over. */
export const takingOptOut = (orgId: OrgId, chatId: ChatId): Write =>
  remove(keptOptOutEntity().delete({ orgId, chatId }).params(), "stale");
