import { findNames } from "../../cards/index.ts";
import { chatSightOf, eventsOf, requireChat, shownChat } from "../../chats/index.ts";
import { procedure } from "../../kernel/procedure.ts";
import { findNumber } from "../../whatsapp/index.ts";
import { messagesBefore, unsentIn } from "../replica/conversation.ts";
import { findActivities } from "../store.ts";
import { moveChatProcedure } from "./move.ts";
import { ListMessagesInput, type MessagePage } from "./schema.ts";
import { whatsappOf, whatsappValuesOf } from "./whatsapp.ts";

const listMessages = procedure({
  name: "chats.listMessages",
  kind: "query",
  input: ListMessagesInput,
  can: ["COMMENTS", "read"],
  feature: "chats",
  asksReplica: true,
  /** A page of the conversation, the latest message first, with the messages that those answer. */
  async run({ conversationSid, cursor, limit }, context): Promise<MessagePage> {
    const { orgId } = context.principal;
    const [chat, number, sight] = await Promise.all([
      requireChat(conversationSid, context),
      findNumber(orgId),
      chatSightOf(context),
    ]);
    const [at = "", id = ""] = cursor?.split(" ") ?? [];
    const rows = await messagesBefore(orgId, chat.id, sight, cursor ? { at, id } : null, limit + 1);
    const messages = rows.slice(0, limit).map(whatsappOf);
    const here = new Set(messages.map((message) => message.id));
    const elsewhere = messages.flatMap(({ answers }) => (answers && !here.has(answers) ? [answers] : []));
    const found = [...(await findActivities(orgId, elsewhere)).values()].flatMap((one) =>
      one.type === "WHATSAPP" && !one.trashedAt && whatsappValuesOf(one).chatId === chat.id ? [whatsappOf(one)] : [],
    );
    const seen = await findNames(orgId, sight.cards, new Set(found.map(({ cardId }) => cardId)));
    const answered = found.filter(({ cardId }) => cardId === chat.cardId || seen[cardId]);
    const last = messages.at(-1);
    const isMore = rows.length > limit;
    const events = await eventsOf(orgId, chat.id, isMore && last ? last.happenedAt : null, cursor ? at : null);
    return {
      messages,
      answered,
      events,
      unsent: await unsentIn(orgId, chat.id),
      chat: shownChat(chat, number?.phoneNumberId ?? null),
      related: await findNames(orgId, sight.cards, new Set([chat.cardId, ...events.flatMap(({ cardId }) => cardId ?? [])])),
      nextCursor: last && isMore ? `${last.happenedAt} ${last.id}` : null,
    };
  },
});

export const messageProcedures = [listMessages, moveChatProcedure] as const;
