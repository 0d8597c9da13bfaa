import type { Replica } from "../../data/replica/index.ts";
import type { CardId, CardTypeId } from "../../kernel/id.ts";
import type { Card, FieldValues } from "../schema.ts";
import { type FigureTable, figureJoin, figureSelection, figuresOfRow } from "./lists/figures.ts";

export type Row = Readonly<Record<string, unknown>>;

export const isCardId = (value: unknown): value is CardId => typeof value === "string" && value.startsWith("crd_");
const isCardTypeId = (value: unknown): value is CardTypeId => typeof value === "string" && value.startsWith("typ_");

/** A row of `card` with its `fields`. */
export function cardOfRow(row: Row): Card {
  const { id, type_id: typeId, trashed_at: trashedAt } = row;
  const figures = figuresOfRow(row);
  if (!isCardId(id) || !isCardTypeId(typeId)) throw new Error(`Not a card: ${String(id)}`);
  return {
    id,
    typeId,
    version: Number(row["version"]),
    fields: JSON.parse(String(row["fields"])) as FieldValues, // as it was stored
    createdAt: String(row["created_at"]),
    updatedAt: String(row["updated_at"]),
    trashedAt: typeof trashedAt === "string" ? trashedAt : null,
    ...(isCardId(row["merged_into"]) ? { mergedInto: row["merged_into"] } : {}),
    ...(figures ? { figures } : {}),
  };
}

/** Reads a card by its number, with its figures where their table is given. */
export const readingCard = (figures: FigureTable | undefined): string =>
  figures
    ? `SELECT card.*, card_fields.fields, ${figureSelection} FROM card JOIN card_fields USING (seq) ${figureJoin(figures)} WHERE card.seq = ?`
    : "SELECT card.*, card_fields.fields FROM card JOIN card_fields USING (seq) WHERE card.seq = ?";

/** The cards of these rows, in this order. One statement each: a keyed read takes microseconds, and its text is always the same. */
export function cardsOf({ statements }: Replica, seqs: readonly number[], figures?: FigureTable): Card[] {
  const read = statements.of(readingCard(figures));
  return seqs.flatMap((seq) => {
    const row = read.get(seq);
    return row ? [cardOfRow(row)] : [];
  });
}
