import { isDay } from "@kartis/core/cards/fields/day.ts";
import { isDated } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { CardList, CardQuery, Filter } from "@kartis/core/cards/query/schema.ts";
import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import { queryOptions } from "@tanstack/react-query";
import { client, trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { startOfDay } from "../../dates/days.ts";
import { updateCard } from "../update-card.ts";

/** The fields that a calendar can show cards by. */
export const dateFieldsOf = (type: CardType): readonly Field[] =>
  type.fields.filter((field) => !field.internal && isDated(fieldTraits[field.type]));

/** The date by which a calendar shows the cards: the wanted one, else the first there is. */
export function dateFieldOf(type: CardType, wanted: string | undefined): Field | undefined {
  const fields = dateFieldsOf(type);
  return fields.find(({ id }) => id === wanted) ?? fields[0];
}

/** Whether the field holds days without times. */
export const isWholeDays = (field: Field): boolean => fieldTraits[field.type].moment === "day";

interface Days {
  /** The first and the last day, both included. */
  readonly from: string;
  readonly until: string;
}

export const both = (filter: Filter | undefined, own: Filter): Filter => (filter ? { all: [filter, own] } : own);

/** The values that the field has on these days, as the clocks of the browser have them. */
export function valuesOn(field: Field, { from, until }: Days): readonly [string, string] {
  if (isWholeDays(field)) return [from, until];
  return [startOfDay(from), new Date(Date.parse(startOfDay(dayAfter(until))) - 1).toISOString()];
}

const pageSize = 200;
/** Beyond this a calendar is no way to look at cards; the list is. */
const mostPages = 5;

/** Answers of lists like any other, so that an edit is put into them; asked for again with the sums of lists, as an edit may bring a card onto these days. */
const meta = { quiet: true, sums: true, dates: true } as const;

/** The cards of a list with a date on these days, by that date: as many as a calendar shows. */
export function datedOptions(query: CardQuery, field: Field, days: Days) {
  const input = {
    ...query,
    filter: both(query.filter, { fieldId: field.id, operator: "BETWEEN", value: [...valuesOn(field, days)] }),
    sort: [{ fieldId: field.id, direction: "asc" as const }],
    cursor: 0,
    limit: pageSize,
    sums: [],
  };
  return queryOptions({
    queryKey: [...trpc.cards.search.queryKey(input), "dates"],
    queryFn: async ({ signal }): Promise<CardList> => {
      const ask = (page: number) => client.cards.search.query({ ...input, cursor: page * pageSize }, { signal });
      const first = await ask(0);
      const pages = Math.min(mostPages, Math.ceil(first.total / pageSize));
      const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, page) => ask(page + 1)));
      // Cards that move between two of the questions would be there twice.
      const rows = new Map([first, ...others].flatMap((list) => list.rows.map((card) => [card.id, card])));
      return { ...first, rows: [...rows.values()], nextCursor: others.at(-1)?.nextCursor ?? first.nextCursor };
    },
    meta,
  });
}

/** Number of the list's cards without such a date. */
export const undatedOptions = (query: CardQuery, field: Field) =>
  trpc.cards.search.queryOptions(
    {
      ...query,
      filter: both(query.filter, { fieldId: field.id, operator: "NOT_EXISTS" }),
      sort: [],
      cursor: 0,
      limit: 1,
      sums: [],
    },
    { meta },
  );

/** Asks again for the dates of cards that are on the screen. */
export async function refreshDates(): Promise<void> {
  await queryClient.invalidateQueries({
    ...trpc.cards.search.pathFilter(),
    predicate: ({ meta: of }) => of?.["dates"] === true,
  });
}

/** The day or instant that the card has in the field; undefined without one. */
export function dateOf(card: Card, field: Field): string | undefined {
  const value = card.fields[field.id];
  if (typeof value !== "string" || card.trashedAt !== null) return undefined;
  return (isWholeDays(field) ? isDay(value) : !Number.isNaN(Date.parse(value))) ? value : undefined;
}

/** Gives the card another date. Shown at once, undone by its notification or ⌘Z; another's change meanwhile is a clash, as with every edit of a card. */
export function setDate(card: Card, field: Field, date: string): void {
  if (card.fields[field.id] !== date) updateCard(card, field, date);
}
