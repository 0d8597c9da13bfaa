import { inTime } from "../../data/replica/question-time.ts";
import type { Replica } from "../../data/replica/index.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { openReplica } from "../../replicas.ts";
import type { Field } from "../schema.ts";
import { fold, words } from "../../kernel/fold.ts";
import { namesOfCards } from "./links.ts";
import { isCardId } from "./rows.ts";
import { scopeSql } from "./scope.ts";

/** Synchronous queries to one state of the replica, for reading many rows of a file. Cards in the trash and out of scope are not found. */
export class CardLookup {
  readonly #replica: Replica;
  readonly #scope: Scope;
  /** A column names the same few cards again and again. */
  readonly #named = new Map<string, CardId | "several" | undefined>();

  private constructor(replica: Replica, scope: Scope) {
    this.#replica = replica;
    this.#scope = scope;
  }

  static async open(orgId: OrgId, scope: Scope): Promise<CardLookup> {
    return new CardLookup(await openReplica(orgId), scope);
  }

  /** The card of that name that the relation field may name, without regard to case. */
  named(field: Field, name: string): CardId | "several" | undefined {
    const typeIds = field.relation?.typeIds ?? [];
    const key = `${typeIds.join()} ${name}`;
    if (this.#named.has(key)) return this.#named.get(key);
    const found = this.#find(typeIds, name);
    this.#named.set(key, found);
    return found;
  }

  /** The card of that name or mail address, whatever its type. */
  anywhere(text: string): CardId | "several" | undefined {
    return this.#find([], text) ?? this.addressed(text);
  }

  #find(typeIds: readonly string[], name: string): CardId | "several" | undefined {
    const match = words(name).map((word) => `"${word}"`);
    if (match.length === 0) return undefined;
    const visible = scopeSql(this.#scope, "card.");
    const ofType = typeIds.length === 0 ? "1" : `card.type_id IN (${typeIds.map(() => "?").join(", ")})`;
    // The text index narrows it down to a few rows; trashed cards are not in it.
    const rows = this.#replica.statements
      .of(
        `SELECT card.id FROM card WHERE seq IN (SELECT rowid FROM card_term WHERE card_term MATCH ? AND ${inTime("rowid")}) AND card.name = ?
         AND card.trashed_at IS NULL AND ${ofType} AND ${visible.text} LIMIT 2`,
      )
      .all(match.join(" AND "), fold(name.trim()), ...typeIds, ...visible.params);
    const [first, second] = rows;
    return second ? "several" : isCardId(first?.["id"]) ? first["id"] : undefined;
  }

  /** The card with that mail address in one of its fields. */
  addressed(address: string): CardId | "several" | undefined {
    const match = words(address).map((word) => `"${word}"`);
    if (!address.includes("@") || match.length === 0) return undefined;
    const visible = scopeSql(this.#scope, "card.");
    const rows = this.#replica.statements
      .of(
        `SELECT card.id FROM card JOIN card_fields USING (seq) WHERE seq IN (SELECT rowid FROM card_term WHERE card_term MATCH ? AND ${inTime("rowid")})
         AND EXISTS (SELECT 1 FROM json_each(card_fields.fields) AS held WHERE lower(held.atom) = ?)
         AND card.trashed_at IS NULL AND ${visible.text} LIMIT 2`,
      )
      .all(match.join(" AND "), address.toLowerCase(), ...visible.params);
    const [first, second] = rows;
    return second ? "several" : isCardId(first?.["id"]) ? first["id"] : undefined;
  }

  /** Name of the card; undefined if the viewer cannot see it. */
  nameOf(cardId: CardId): string | undefined {
    return namesOfCards(this.#replica, this.#scope, new Set([cardId]))[cardId]?.name;
  }

  /** True when the relation field may name the card. */
  mayName(field: Field, cardId: CardId): boolean {
    const name = namesOfCards(this.#replica, this.#scope, new Set([cardId]))[cardId];
    const typeIds = field.relation?.typeIds ?? [];
    return name !== undefined && (typeIds.length === 0 || typeIds.includes(name.typeId));
  }
}
