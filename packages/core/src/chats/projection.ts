import type { DatabaseSync } from "node:sqlite";
import { itemsOf } from "../data/replica/items.ts";
import type { Item, Projection } from "../data/replica/projection.ts";
import { fetchByKey, RowsByKey } from "../data/replica/rows-by-key.ts";
import { fold } from "../kernel/fold.ts";
import { chatEntity } from "./entity.ts";
import { chatOf } from "./store.ts";

/** Conversations in the replica: what the inbox lists, counts and searches. */
export const chatProjection: Projection = {
  name: "chats",
  kinds: ["chat"],
  create(db: DatabaseSync) {
    db.exec(`
      CREATE TABLE chat (
        id TEXT PRIMARY KEY, version INTEGER NOT NULL, card_id TEXT NOT NULL, folded TEXT NOT NULL, assigned_to TEXT, is_closed INTEGER NOT NULL,
        unread INTEGER NOT NULL, inbound_at TEXT, inbound_to TEXT, last_at TEXT NOT NULL, held TEXT NOT NULL) WITHOUT ROWID;
      CREATE INDEX chat_latest ON chat (is_closed, last_at, id);
      CREATE INDEX chat_of_card ON chat (card_id);
      CREATE TABLE chat_person (user_id TEXT NOT NULL, chat_id TEXT NOT NULL, PRIMARY KEY (user_id, chat_id)) WITHOUT ROWID;
      CREATE INDEX chat_person_of ON chat_person (chat_id);
      CREATE TABLE chat_tombstone (id TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
    `);
  },
  open: (workbench) => new ChatTable(workbench, "chat", "chat.delete"),
  readAll: (orgId) => [itemsOf(chatEntity().query.main({ orgId }).params())],
  fetch: fetchByKey((orgId, chatId) => chatEntity().get({ orgId, chatId }).params(), "chatId"),
};

class ChatTable extends RowsByKey {
  put(item: Item): void {
    const chat = chatOf(item);
    const { id, version, cardId, phone, name, assignedTo, isClosed, unread, inboundAt, inboundTo, last, createdAt } = chat;
    if (this.versionOf({ kind: "chat", id }) >= version) return;
    this.unlink(id);
    this.statements
      .of("INSERT OR REPLACE INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(
        id,
        version,
        cardId,
        `${fold(name ?? "")} ${phone} 0${phone.slice(-9)}`,
        assignedTo,
        Number(isClosed),
        unread,
        inboundAt,
        inboundTo,
        last?.at ?? createdAt,
        JSON.stringify(chat),
      );
    for (const userId of new Set([...chat.people, ...(assignedTo ? [assignedTo] : [])]))
      this.statements.of("INSERT INTO chat_person VALUES (?, ?)").run(userId, id);
  }

  protected override unlink(id: string): void {
    this.statements.of("DELETE FROM chat_person WHERE chat_id = ?").run(id);
  }
}
