import { readsFigures } from "@kartis/core/cards/figures/schema.ts";
import type { Card, FieldValues } from "@kartis/core/cards/schema.ts";
import type { CardList } from "@kartis/core/cards/query/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { QueryFilters } from "@tanstack/react-query";
import { client, trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";

/** Edits that are on their way: an answer to an earlier edit must not take a later one off the screen. */
const pending = new Map<CardId, Record<string, unknown>>();

export function addPending(cardId: CardId, fieldId: string, value: unknown): void {
  pending.set(cardId, { ...pending.get(cardId), [fieldId]: value });
}

/** @param value of the edit that was answered: a later one of the same field is still on its way. Undefined ends whichever it is. */
export function dropPending(cardId: CardId, fieldId: string, value?: unknown): void {
  const { [fieldId]: shown, ...rest } = pending.get(cardId) ?? {};
  if (value !== undefined && JSON.stringify(shown) !== JSON.stringify(value)) return;
  if (Object.keys(rest).length === 0) pending.delete(cardId);
  else pending.set(cardId, rest);
}

/** Cards as the server has just answered them, for as long as lists are under way that may have been asked for before. */
const answered = new Map<CardId, Card>();

const upToDate = (card: Card): Card => {
  const newer = answered.get(card.id);
  const now = newer && newer.version > card.version ? { ...card, ...newer, figures: card.figures } : card;
  const edits = pending.get(card.id);
  return edits ? { ...now, fields: { ...now.fields, ...edits } } : now;
};

/*
 * An answer that was asked for before an edit has arrived has the value before it, also when the answer to the edit overtakes it. It is put right within the
 * same notification, so that the old value is never drawn.
 */
queryClient.getQueryCache().subscribe(({ query, ...event }) => {
  if (pending.size + answered.size === 0 || event.type !== "updated") return;
  if (event.action.type !== "success" || event.action.manual) return;
  const [path] = query.queryKey;
  const [router, name] = Array.isArray(path) ? path : [];
  if (router !== "cards" || (name !== "search" && name !== "get")) return;
  const answer: Card | CardList = query.state.data;
  query.setData("rows" in answer ? { ...answer, rows: answer.rows.map(upToDate) } : upToDate(answer), { manual: true });
  if (!queryClient.isFetching(trpc.cards.pathFilter())) answered.clear();
});

function replaceIn(list: CardList, card: Card): CardList {
  const index = list.rows.findIndex((row) => row.id === card.id);
  return index === -1 ? list : { ...list, rows: list.rows.with(index, { ...card, figures: list.rows[index]?.figures }) };
}

/** Puts a card wherever it is shown: in the pages of lists and on its own page. Rows keep their place, also when they no longer match. */
export function showCard(card: Card): void {
  if (card.version > (answered.get(card.id)?.version ?? 0)) answered.set(card.id, card);
  show(card);
}

function show(known: Card): void {
  const card = upToDate(known);
  amend(trpc.cards.search.queryFilter(), (list: CardList) => replaceIn(list, card));
  queryClient.setQueryData(trpc.cards.get.queryKey({ id: card.id }), (own) => own && { ...own, ...card });
  for (const kept of [trpc.favorites.list, trpc.recent.list])
    amend(kept.queryFilter(), (cards: readonly Card[]) => cards.map((other) => (other.id === card.id ? card : other)));
}

/** Corrects part of what is known. Unlike `setQueriesData`, it makes the rest look no younger: what was to be asked for again still is. */
function amend<Answer>(filter: QueryFilters, change: (answer: Answer) => Answer): void {
  for (const [queryKey, known] of queryClient.getQueriesData<Answer>(filter)) {
    const data = known && change(known);
    if (data !== known) queryClient.getQueryCache().find({ queryKey })?.setState({ data });
  }
}

export function showFields(cardId: CardId, fields: FieldValues): void {
  const card = knownCard(cardId);
  if (card) show({ ...card, fields: { ...card.fields, ...fields } });
}

/** The card as it is on the screen, where it is anywhere. */
export function knownCard(cardId: CardId): Card | undefined {
  const own = queryClient.getQueryData(trpc.cards.get.queryKey({ id: cardId }));
  if (own) return own;
  for (const [, list] of queryClient.getQueriesData<CardList>(trpc.cards.search.queryFilter())) {
    const row = list?.rows.find(({ id }) => id === cardId);
    if (row) return row;
  }
  for (const kept of [trpc.favorites.list, trpc.recent.list]) {
    const found = queryClient.getQueryData(kept.queryKey({}))?.find(({ id }) => id === cardId);
    if (found) return found;
  }
  return undefined;
}

/** Asks for one card again and puts it where it is shown. */
export async function refreshCard(cardId: CardId): Promise<Card> {
  const card = await client.cards.get.query({ id: cardId });
  showCard(card);
  return card;
}

const listMilliseconds = 500;
let listTimer: ReturnType<typeof setTimeout> | undefined;

/** Asks for the pages in view and the counts again. */
export function askForLists(): void {
  void queryClient.invalidateQueries(trpc.cards.search.pathFilter());
  void queryClient.invalidateQueries(trpc.cards.asOf.pathFilter());
  void queryClient.invalidateQueries(trpc.cards.group.pathFilter());
  void queryClient.invalidateQueries(trpc.cards.neighbours.pathFilter());
  refreshRelated();
  // The types carry the counts beside their names.
  void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
}

/** The lists that show figures of activities, or filter, sort or group by them: they change with the activities, and with the clock. */
export function refreshFigures(): void {
  for (const path of [trpc.cards.search, trpc.cards.group, trpc.cards.neighbours])
    void queryClient.invalidateQueries({ ...path.pathFilter(), predicate: ({ queryKey }) => readsFigures(inputOf(queryKey)) });
}
const inputOf = ([, options]: readonly unknown[]): Parameters<typeof readsFigures>[0] => Object(Object(options).input);

/** `askForLists`, at most twice a second however many cards one makes, moves and takes away. */
export function refreshLists(): void {
  listTimer ??= setTimeout(() => {
    listTimer = undefined;
    askForLists();
  }, listMilliseconds);
}

/** The related cards of the page that is open: any card may have come to name its card, or changed its name. */
export function refreshRelated(): void {
  void queryClient.invalidateQueries(trpc.cards.related.pathFilter());
}

const sumsMilliseconds = 1000;
let sumsTimer: ReturnType<typeof setTimeout> | undefined;

/** Asks for the sums below a list again, at most once a second; its rows stay as they are. */
export function refreshSums(): void {
  sumsTimer ??= setTimeout(() => {
    sumsTimer = undefined;
    // In lanes and groups an edit may have moved the card: counts and rows belong together then.
    if (
      queryClient.isFetching(trpc.cards.group.pathFilter()) ||
      queryClient.getQueryCache().findAll({ ...trpc.cards.group.pathFilter(), type: "active" }).length > 0
    )
      return refreshLists();
    void queryClient.invalidateQueries({ ...trpc.cards.search.pathFilter(), predicate: ({ meta }) => meta?.["sums"] === true });
  }, sumsMilliseconds);
}
