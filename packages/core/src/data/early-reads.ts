import { AsyncLocalStorage } from "node:async_hooks";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient } from "./connection.ts";
import { getTogether, type Item, keyOf } from "./get-together.ts";
import { tableName } from "./table.ts";

interface Early {
  /** Items that the request has prefetched, by key; null if there was none. */
  readonly items: Map<string, Item | null>;
  /** Work begun ahead, by the object it is done on. */
  readonly begun: Map<object, Promise<void>>;
  /** It calls no mutation: one state of what it asks for, as of its beginning, is as good as several. */
  onlyAsks: boolean;
}
const early = new AsyncLocalStorage<Early>();

const nameOf = (params: object): string => {
  const { pk, sk } = keyOf(params);
  return `${pk}\n${sk}`;
};

/** Runs one request, which may read ahead. */
export const readingAhead = <T>(work: () => Promise<T>): Promise<T> =>
  early.run({ items: new Map(), begun: new Map(), onlyAsks: false }, work);

/** States that the request that is under way calls queries alone. */
export function onlyAsks(): void {
  const request = early.getStore();
  if (request) request.onlyAsks = true;
}

/**
 * `getTogether`, plus items that the request is likely to ask for later, in the same round trip. Those are not returned but kept for `readItem`, by key: one
 * that turns out to belong to another organization, or not to be needed, is never looked at.
 */
export async function getTogetherWith(gets: readonly object[], ahead: readonly object[]): Promise<(Item | undefined)[]> {
  const kept = early.getStore()?.items;
  const items = await getTogether(kept ? [...gets, ...ahead] : gets);
  if (kept) for (const [at, params] of ahead.entries()) kept.set(nameOf(params), items[gets.length + at] ?? null);
  return items.slice(0, gets.length);
}

/**
 * An item by key (ElectroDB's `.get(…).params()`), strongly consistent: as of the beginning of the request if it was read ahead, but only once unless the request
 * only asks. A second read, because a write met a newer version, gets the current item.
 */
export async function readItem(params: object): Promise<Item | undefined> {
  const request = early.getStore();
  const name = nameOf(params);
  const item = request?.items.get(name);
  if (!request?.onlyAsks) request?.items.delete(name);
  if (item !== undefined) return item ?? undefined;
  const { Item: found } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: { ...keyOf(params) }, ConsistentRead: true }),
  );
  return found;
}

/** Begins work on `on` that the request is likely to wait for later. Outside a request nothing is begun. */
export function beginAhead(on: object, work: () => Promise<void>): void {
  const begun = early.getStore()?.begun;
  if (!begun || begun.has(on)) return;
  const promised = work();
  promised.catch(() => undefined); // reported where it is awaited
  begun.set(on, promised);
}

/**
 * Does work on `on`, or waits for what this request has begun there ahead. A request that only asks does it once; in any other, whoever comes second may have
 * written meanwhile, and has it done again.
 */
export function doOrAwait(on: object, work: () => Promise<void>): Promise<void> {
  const request = early.getStore();
  const promised = request?.begun.get(on) ?? work();
  if (request?.onlyAsks) request.begun.set(on, promised);
  else request?.begun.delete(on);
  return promised;
}
