import { AsyncLocalStorage } from "node:async_hooks";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient } from "./connection.ts";
import { getTogether, type Item, keyOf } from "./get-together.ts";
import { tableName } from "./table.ts";

interface Early {
  /** What a request has read ahead, by key; null where there was no item. */
  readonly items: Map<string, Item | null>;
  /** Work begun ahead, by the object it is done on. */
  readonly begun: Map<object, Promise<void>>;
}
const early = new AsyncLocalStorage<Early>();

const nameOf = (params: object): string => {
  const { pk, sk } = keyOf(params);
  return `${pk}\n${sk}`;
};

/** Runs one request, which may read ahead. */
export const readingAhead = <T>(work: () => Promise<T>): Promise<T> => early.run({ items: new Map(), begun: new Map() }, work);

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
 * An item by key (ElectroDB's `.get(…).params()`), strongly consistent: as of the beginning of the request if it was read ahead, but only once. A second read,
 * because a write met a newer version, gets the current item.
 */
export async function readItem(params: object): Promise<Item | undefined> {
  const kept = early.getStore()?.items;
  const name = nameOf(params);
  const item = kept?.get(name);
  kept?.delete(name);
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

/** What this request has begun ahead on `on`, once: a second caller may have written meanwhile. */
export function takeBegun(on: object): Promise<void> | undefined {
  const begun = early.getStore()?.begun;
  const promised = begun?.get(on);
  begun?.delete(on);
  return promised;
}
