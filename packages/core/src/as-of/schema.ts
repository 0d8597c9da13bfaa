import * as z from "zod";
import { type Card, CardTypeIdSchema, type FieldValues } from "../cards/schema.ts";
import { type CardList, SearchInput } from "../cards/query/schema.ts";
import type { CardId } from "../kernel/id.ts";

export const ListAsOfInput = SearchInput.omit({ withFigures: true }).extend({
  cardTypeId: CardTypeIdSchema,
  /** Everything up to this moment has happened. */
  at: z.iso.datetime({ precision: 3 }),
});

/** A card that has changed since, as it is now. */
export interface CardNow {
  readonly fields: FieldValues;
  readonly trashedAt: Card["trashedAt"];
  readonly mergedInto: CardId | null;
}

/** A page of a list as it was at a moment. */
export interface PastList extends CardList {
  /** Of the rows: those that have changed since. Others are still the same. */
  readonly now: Readonly<Record<CardId, CardNow>>;
  /** Cards of today that were not in any list then, because they did not exist or were in the trash. */
  readonly added: number;
  /** Cards that were in lists then and are in the trash now. */
  readonly removed: number;
  /** Cards that were in lists then, as far as the viewer can be told, and whose past is gone. */
  readonly lost: number;
}
