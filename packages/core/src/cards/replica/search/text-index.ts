import type { Workbench } from "../../../data/replica/projection.ts";
import type { CardType, FieldValues } from "../../schema.ts";
import { type SearchDocument, searchDocument } from "./search-terms.ts";

/** Number of cards that are reindexed together, which takes up to thirty milliseconds. */
const reindexedAtOnce = 300;

/** The words of every card outside the trash, whole and in parts, for searches. */
export class TextIndex {
  readonly #statements: Workbench["statements"];

  constructor(statements: Workbench["statements"]) {
    this.#statements = statements;
  }

  /** For a card that is known not to be in it: a plain INSERT spares the index a lookup. */
  insert(seq: number, document: SearchDocument): void {
    this.#write("INSERT", seq, document);
  }

  replace(seq: number, document: SearchDocument): void {
    this.#write("INSERT OR REPLACE", seq, document);
    this.#statements.of("DELETE FROM card_stale WHERE seq = ?").run(seq);
  }

  remove(seq: number): void {
    this.#statements.of("DELETE FROM card_term WHERE rowid = ?").run(seq);
    this.#statements.of("DELETE FROM card_part WHERE rowid = ?").run(seq);
    this.#statements.of("DELETE FROM card_stale WHERE seq = ?").run(seq);
  }

  /** Whether it still has words of a field that the card's type has lost. */
  isStale(seq: number): boolean {
    return this.#statements.of("SELECT 1 FROM card_stale WHERE seq = ?").get(seq) !== undefined;
  }

  /** Notes the cards of the type that have a value in one of the fields, which the type has lost. */
  markStale(typeId: string, removedIds: readonly string[]): void {
    this.#statements
      .of(
        `INSERT OR IGNORE INTO card_stale SELECT seq FROM card JOIN card_fields USING (seq) WHERE type_id = ? AND trashed_at IS NULL AND ${hasValue(removedIds)}`,
      )
      .run(typeId);
  }

  /** Reindexes some of the noted cards. @returns whether there may be more. */
  tidy(typeOf: (typeId: string) => CardType | undefined): boolean {
    const rows = this.#statements
      .of("SELECT seq, type_id, trashed_at, fields FROM card_stale JOIN card USING (seq) JOIN card_fields USING (seq) LIMIT ?")
      .all(reindexedAtOnce);
    for (const { seq, type_id: typeId, trashed_at: trashedAt, fields } of rows) {
      this.remove(Number(seq));
      if (trashedAt !== null) continue;
      const values = JSON.parse(String(fields)) as FieldValues;
      this.insert(Number(seq), searchDocument(typeOf(String(typeId)), values));
    }
    return rows.length === reindexedAtOnce;
  }

  #write(verb: "INSERT" | "INSERT OR REPLACE", seq: number, { words, terms }: SearchDocument): void {
    this.#statements.of(`${verb} INTO card_term (rowid, text) VALUES (?, ?)`).run(seq, terms);
    this.#statements.of(`${verb} INTO card_part (rowid, text) VALUES (?, ?)`).run(seq, words);
  }
}

/** An SQL condition on `card_fields`: the card has a value in one of the fields. */
export const hasValue = (fieldIds: readonly string[]): string =>
  `(${fieldIds.map((fieldId) => `json_extract(fields, '$."${fieldId.replaceAll(/["']/g, "")}"') IS NOT NULL`).join(" OR ")})`;
