import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { inTransaction, prepared, textOf } from "../store.ts";
import { schedulerErrors } from "./errors.ts";

const rememberedMs = 24 * 3_600_000;

/** Makes a request with the same ClientToken answer as the first did, without doing it twice. */
export class ClientTokens {
  readonly #store: DatabaseSync;
  readonly #clock: Clock;

  constructor(store: DatabaseSync, clock: Clock) {
    store.exec(`
      CREATE TABLE IF NOT EXISTS scheduler_token (
        token TEXT PRIMARY KEY,
        request TEXT NOT NULL,
        reply TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS scheduler_token_at ON scheduler_token(at);
    `);
    this.#store = store;
    this.#clock = clock;
  }

  /** Throws ConflictException when the token was used for another request. */
  once(token: string | undefined, request: unknown, work: () => unknown): unknown {
    if (token === undefined) return work();
    return inTransaction(this.#store, () => {
      const now = this.#clock.now();
      prepared(this.#store, "DELETE FROM scheduler_token WHERE at < ?").run(now - rememberedMs);
      const digest = createHash("sha256").update(JSON.stringify(request)).digest("hex");
      const earlier = prepared(this.#store, "SELECT request, reply FROM scheduler_token WHERE token = ?").get(token);
      if (earlier) {
        if (textOf(earlier, "request") !== digest)
          throw schedulerErrors.conflict("The client token was used with other parameters.");
        const reply: unknown = JSON.parse(textOf(earlier, "reply"));
        return reply;
      }
      const reply = work() ?? {};
      prepared(this.#store, "INSERT INTO scheduler_token (token, request, reply, at) VALUES (?, ?, ?, ?)").run(
        token,
        digest,
        JSON.stringify(reply),
        now,
      );
      return reply;
    });
  }
}
