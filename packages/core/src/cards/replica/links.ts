import { inTime } from "../../data/replica/question-time.ts";
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

/** A list of card ids can only be the value of a relation field, so links are known before their card's type is. */
const idsIn = (value: unknown): readonly CardId[] => (Array.isArray(value) && value.every((id) => isId("crd", id)) ? value : []);

/** The links of a card with these values. */
export const linksOf = (fields: FieldValues): Link[] =>
  Object.entries(fields).flatMap(([fieldId, value]) => idsIn(value).map((target) => ({ fieldId, target })));

/** The names of the cards in these values; those in the trash, gone or out of scope are absent. One query, however many there are. */
export function namesOf(replica: Replica, scope: Scope, all: readonly FieldValues[]): CardNames {
  const targets = new Set(all.flatMap((fields) => linksOf(fields).map(({ target }) => target)));
  return namesOfCards(replica, scope, targets);
}

/** The same for cards by their ids. */
export function namesOfCards(
  { statements }: Replica,
  scope: Scope,
  cardIds: ReadonlySet<CardId>,
  where: "outside" | "anywhere" = "outside",
): CardNames {
  if (cardIds.size === 0) return {};
  const visible = scopeSql(scope, "card.");
  const rows = statements
    .of(
      `SELECT wanted.value AS wanted, card.type_id, json_extract(card_fields.fields, '$.name') AS name FROM json_each(?) AS wanted
       JOIN card ON card.id = ${shownInstead("wanted.value")} JOIN card_fields USING (seq)
       WHERE ${where === "outside" ? "card.trashed_at IS NULL AND" : ""} ${visible.text}`,
    )
    .all(JSON.stringify([...cardIds]), ...visible.params);
  return Object.fromEntries(
    rows.flatMap(({ wanted, type_id: typeId, name }): [CardId, CardName][] =>
      isCardId(wanted) && isId("typ", typeId) ? [[wanted, { name: typeof name === "string" ? name : "", typeId }]] : [],
    ),
  );
}

/** SQL for the card that a linked one has become. Cards merged into another are followed here, and only here. */
export const shownInstead = (cardId: string): string =>
  `coalesce((WITH RECURSIVE step (id) AS (SELECT ${cardId} UNION SELECT merged_into FROM card JOIN step USING (id) WHERE merged_into IS NOT NULL)
    SELECT step.id FROM step JOIN card USING (id) WHERE card.merged_into IS NULL LIMIT 1), ${cardId})`;

/** Query for a card and all that were merged into it: SQL with a placeholder for its id. */
export const partsOfCard = `WITH RECURSIVE part (id) AS (SELECT ? UNION SELECT card.id FROM card JOIN part ON card.merged_into = part.id AND ${inTime("card.seq")})
   SELECT id FROM part`;

/** Query for the cards that name a card: SQL with placeholders for the field's id and the card's, over rows of `card`. */
export const namedBy = `card.seq IN (SELECT card_link.seq FROM card_link WHERE card_link.target IN (${partsOfCard}) AND card_link.field = ? AND ${inTime("card_link.seq")})`;
