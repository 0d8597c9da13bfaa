import { itemsByKey } from "./items-by-key.ts";

type Key = Readonly<Record<"pk" | "sk", string>>;
export type Item = Readonly<Record<string, unknown>>;

/**
 * Items of several entities by key, strongly consistent, in one request: everything a call needs first costs one round trip. `gets` are ElectroDB's
 * `.get(…).params()`, duplicates allowed; the answers are in their order, undefined where there is no item.
 */
export async function getTogether(gets: readonly object[]): Promise<(Item | undefined)[]> {
  const keys = gets.map(keyOf);
  const isSame = (one: Key) => (other: Readonly<Record<string, unknown>>) => other["pk"] === one.pk && other["sk"] === one.sk;
  const items = await itemsByKey(keys.filter((key, at) => keys.findIndex(isSame(key)) === at));
  return keys.map((key) => items.find(isSame(key)));
}

/** The key that ElectroDB's params ask for. */
export function keyOf(params: object): Key {
  if (!("Key" in params)) throw new Error("Not the parameters of a get");
  return params.Key as Key; // ElectroDB types params() as a record
}
