import { put, remove, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { type CardId, type ChatId, idFrom, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { chatEntity } from "./entity.ts";
import type { LastMessage } from "./schema.ts";

/** A conversation, as it is stored. */
export interface StoredChat {
  readonly id: ChatId;
  readonly version: number;
  readonly phone: string;
  readonly name: string | null;
  readonly cardId: CardId;
  readonly assignedTo: UserId | null;
  readonly isClosed: boolean;
  readonly unread: number;
  readonly inboundAt: string | null;
  readonly inboundTo: string | null;
  /** Since when the customer wants no messages; null while they take them. */
  readonly optedOutAt: string | null;
  /** When they asked for messages again the last time: an earlier refusal may be taken in after it. */
  readonly optedInAt: string | null;
  readonly last: LastMessage | null;
  readonly people: readonly UserId[];
  readonly createdAt: string;
}

/** The id of the conversation with a number in E.164. It is derived from the number and has no time, so the first instant stands in. */
export const chatIdOf = (orgId: OrgId, phone: string): ChatId => idFrom("cht", 1, `${orgId}\n${phone}`);

/** Converts an item of the table. */
export function chatOf(item: Readonly<Record<string, unknown>>): StoredChat {
  const { chatId, cardId, assignedTo, people, last } = item;
  if (!isId("cht", chatId) || !isId("crd", cardId)) throw new Error(`Not a chat: ${String(chatId)}`);
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
  return {
    id: chatId,
    version: Number(item["version"]),
    phone: String(item["phone"]),
    name: text(item["name"]),
    cardId,
    assignedTo: isId("usr", assignedTo) ? assignedTo : null,
    isClosed: item["isClosed"] === true,
    unread: Number(item["unread"]),
    inboundAt: text(item["inboundAt"]),
    inboundTo: text(item["inboundTo"]),
    optedOutAt: text(item["optedOutAt"]),
    optedInAt: text(item["optedInAt"]),
    last: (last as LastMessage | undefined) ?? null, // as `chatChange` has stored it
    people: Array.isArray(people) ? people.filter((one): one is UserId => isId("usr", one)) : [],
    createdAt: String(item["createdAt"]),
  };
}

/** The conversation, strongly consistent, regardless of scope. */
export async function findChat(orgId: OrgId, chatId: ChatId): Promise<StoredChat | undefined> {
  const { data } = await chatEntity().get({ orgId, chatId }).go({ consistent: true });
  return data ? chatOf(data) : undefined;
}

/** What the journal keeps of it: no text and no phone number. Replicas read the rest by key. */
const recorded = ({ cardId, assignedTo, isClosed, unread, inboundAt, optedOutAt }: StoredChat) => ({
  cardId,
  assignedTo,
  isClosed,
  unread,
  inboundAt,
  ...(optedOutAt ? { optedOutAt } : {}),
});

/** The write and the change of a conversation: by default what follows from its messages. `before` is absent for a new one. */
export function chatChange(
  orgId: OrgId,
  chat: StoredChat,
  before: StoredChat | undefined,
  action: "chat.create" | "chat.update" | "chat.move" | "chat.message" | "chat.read" = before ? "chat.message" : "chat.create",
): { readonly write: Write; readonly change: Change } {
  const { id, name, assignedTo, inboundAt, inboundTo, optedOutAt, optedInAt, last, ...rest } = chat;
  const item = {
    orgId,
    chatId: id,
    ...rest,
    ...(name ? { name } : {}),
    ...(assignedTo ? { assignedTo } : {}),
    ...(inboundAt ? { inboundAt } : {}),
    ...(inboundTo ? { inboundTo } : {}),
    ...(optedOutAt ? { optedOutAt } : {}),
    ...(optedInAt ? { optedInAt } : {}),
    ...(last ? { last } : {}),
  };
  const write = before
    ? chatEntity()
        .put(item)
        .where((attribute, { eq }) => eq(attribute.version, before.version))
        .params()
    : chatEntity().create(item).params();
  return {
    // If another writer was first, the conversation exists and can be updated.
    write: put(write, "stale"),
    change: {
      action,
      subject: { kind: "chat", id },
      version: chat.version,
      before: before ? recorded(before) : null,
      after: recorded(chat),
    },
  };
}

/** Permanently deletes a conversation. */
export function chatRemoval(orgId: OrgId, chat: StoredChat): { readonly write: Write; readonly change: Change } {
  const write = chatEntity()
    .delete({ orgId, chatId: chat.id })
    .where((attribute, { eq }) => eq(attribute.version, chat.version));
  return {
    write: remove(write.params(), "stale"),
    change: {
      action: "chat.delete",
      subject: { kind: "chat", id: chat.id },
      version: chat.version + 1,
      before: recorded(chat),
      after: null,
    },
  };
}
