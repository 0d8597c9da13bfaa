import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Mail } from "@kartis/simulators/mailbox.ts";
import type { Clock } from "../clock.ts";
import { numberOf, prepared, textOf } from "../store.ts";

/** Sent emails, newest last. Nothing leaves the machine. */
export class Mails {
  readonly #store: DatabaseSync;
  readonly #clock: Clock;

  constructor(store: DatabaseSync, clock: Clock) {
    store.exec(`
      CREATE TABLE IF NOT EXISTS mail (
        id TEXT PRIMARY KEY,
        sent_at INTEGER NOT NULL,
        recipients TEXT NOT NULL,
        recipient_count INTEGER NOT NULL,
        mail TEXT NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS mail_sent ON mail(sent_at);
    `);
    this.#store = store;
    this.#clock = clock;
  }

  add(content: Omit<Mail, "id" | "sentAt">): Mail {
    const mail: Mail = { ...content, id: `${randomUUID()}-000000`, sentAt: this.#clock.now() };
    const recipients = [...mail.to, ...mail.cc, ...mail.bcc].map((address) => bareAddress(address).toLowerCase());
    prepared(this.#store, "INSERT INTO mail (id, sent_at, recipients, recipient_count, mail) VALUES (?, ?, ?, ?, ?)").run(
      mail.id,
      mail.sentAt,
      `\n${recipients.join("\n")}\n`,
      recipients.length,
      JSON.stringify(mail),
    );
    return mail;
  }

  /** Newest first. `to` is one whole address, in any case, among to, cc and bcc. */
  listMails({ to, limit = 100 }: { to?: string | undefined; limit?: number } = {}): Mail[] {
    const rows = prepared(
      this.#store,
      "SELECT mail FROM mail WHERE :to IS NULL OR instr(recipients, :to) > 0 ORDER BY sent_at DESC, rowid DESC LIMIT :limit",
    ).all({ to: to === undefined ? null : `\n${bareAddress(to).toLowerCase()}\n`, limit });
    return rows.map((row) => parse(textOf(row, "mail")));
  }

  getMail(id: string): Mail | undefined {
    const row = prepared(this.#store, "SELECT mail FROM mail WHERE id = ?").get(id);
    return row && parse(textOf(row, "mail"));
  }

  /** Recipients in the last 24 hours, as SES counts its quota. */
  sentLastDay(): number {
    const row = prepared(this.#store, "SELECT coalesce(sum(recipient_count), 0) AS n FROM mail WHERE sent_at > ?").get(
      this.#clock.now() - 86_400_000,
    );
    return row ? numberOf(row, "n") : 0;
  }
}

/** `"Dana" <dana@example.com>` → `dana@example.com` */
export function bareAddress(address: string): string {
  return /<([^<>]*)>\s*$/.exec(address)?.[1] ?? address.trim();
}

function parse(text: string): Mail {
  const mail: Mail = JSON.parse(text);
  return mail;
}
