import type { DatabaseSync } from "node:sqlite";
import { itemsByKey } from "../data/items-by-key.ts";
import type { Change, Subject } from "../data/journal.ts";
import { itemsOf } from "../data/replica/items.ts";
import type { Item, OpenProjection, Projection, Workbench } from "../data/replica/projection.ts";
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
  open: (workbench) => new ChatTable(workbench),
  readAll: (orgId) => [itemsOf(chatEntity().query.main({ orgId }).params())],
  async fetch(orgId, subjects) {
    const keys = subjects.map(({ id }) => {
      const params = chatEntity().get({ orgId, chatId: id }).params();
      return params["Key"] as Record<string, unknown>; // ElectroDB types its params as a record
    });
    const byId = new Map((await itemsByKey(keys)).map((item) => [String(item["chatId"]), item]));
    return subjects.map((subject) => ({ subject, item: byId.get(subject.id) ?? null }));
  },
};

class ChatTable implements OpenProjection {
  readonly #statements: Workbench["statements"];

  constructor({ statements }: Workbench) {
    this.#statements = statements;
  }

  versionOf({ id }: Subject): number {
    const row =
      this.#statements.of("SELECT version FROM chat WHERE id = ?").get(id) ??
      this.#statements.of("SELECT version FROM chat_tombstone WHERE id = ?").get(id);
    return row ? Number(row["version"]) : 0;
  }

  apply({ action, subject, version }: Change): boolean {
    // The journal has neither the text nor the number of a conversation: they are read by key.
    if (action !== "chat.delete") return false;
    this.bury(subject, version);
    return true;
  }

  put(item: Item): void {
    const chat = chatOf(item);
    const { id, version, cardId, phone, name, assignedTo, isClosed, unread, inboundAt, inboundTo, last, createdAt } = chat;
    if (this.versionOf({ kind: "chat", id }) >= version) return;
    this.#unlink(id);
    this.#statements
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
      this.#statements.of("INSERT INTO chat_person VALUES (?, ?)").run(userId, id);
  }

  bury({ id }: Subject, version: number): void {
    this.#unlink(id);
    this.#statements.of("DELETE FROM chat WHERE id = ?").run(id);
    this.#statements.of("INSERT OR REPLACE INTO chat_tombstone VALUES (?, ?)").run(id, version);
  }

  #unlink(id: string): void {
    this.#statements.of("DELETE FROM chat_person WHERE chat_id = ?").run(id);
  }
}
