import type { Replica } from "../../data/replica/index.ts";
import { isId } from "../../kernel/id-form.ts";
import type { CardId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import type { CardName, CardNames, FieldValues } from "../schema.ts";
import { isCardId } from "./rows.ts";
import { scopeSql } from "./scope.ts";

/** One card named by a field of another. */
export interface Link {
  readonly fieldId: string;
  readonly target: CardId;
}

/** A list of card ids is the value of a relation field and of nothing else, so links are known before their card's type is. */
const idsIn = (value: unknown): readonly CardId[] => (Array.isArray(value) && value.every((id) => isId("crd", id)) ? value : []);

/** The links that a card with these values has. */
export const linksOf = (fields: FieldValues): Link[] =>
  Object.entries(fields).flatMap(([fieldId, value]) => idsIn(value).map((target) => ({ fieldId, target })));

/** What the cards that these values name are called; in the trash, gone or out of scope they are absent. One question, however many there are. */
export function namesOf(replica: Replica, scope: Scope, all: readonly FieldValues[]): CardNames {
  const targets = new Set(all.flatMap((fields) => linksOf(fields).map(({ target }) => target)));
  return namesOfCards(replica, scope, targets);
}

/** The same for cards by their ids. */
export function namesOfCards({ statements }: Replica, scope: Scope, cardIds: ReadonlySet<CardId>): CardNames {
  if (cardIds.size === 0) return {};
  const visible = scopeSql(scope, "card.owner");
  const rows = statements
    .of(
      `SELECT wanted.value AS wanted, card.type_id, json_extract(card_fields.fields, '$.name') AS name FROM json_each(?) AS wanted
       JOIN card ON card.id = ${shownInstead("wanted.value")} JOIN card_fields USING (seq) WHERE card.trashed_at IS NULL AND ${visible.text}`,
    )
    .all(JSON.stringify([...cardIds]), ...visible.params);
  return Object.fromEntries(
    rows.flatMap(({ wanted, type_id: typeId, name }): [CardId, CardName][] =>
      isCardId(wanted) && isId("typ", typeId) ? [[wanted, { name: typeof name === "string" ? name : "", typeId }]] : [],
    ),
  );
}

/** SQL: the card that stands for a linked one. A card that was merged into another is followed here, and only here. */
export const shownInstead = (cardId: string): string =>
  `coalesce((WITH RECURSIVE step (id) AS (SELECT ${cardId} UNION SELECT merged_into FROM card JOIN step USING (id) WHERE merged_into IS NOT NULL)
    SELECT step.id FROM step JOIN card USING (id) WHERE card.merged_into IS NULL LIMIT 1), ${cardId})`;

/** Asks who names a card: SQL with the places of the field's id and of the card's, over rows of `card`. */
export const namedBy = `card.seq IN (SELECT card_link.seq FROM card_link WHERE card_link.target IN (
  WITH RECURSIVE part (id) AS (SELECT ? UNION SELECT card.id FROM card JOIN part ON card.merged_into = part.id) SELECT id FROM part) AND card_link.field = ?)`;
