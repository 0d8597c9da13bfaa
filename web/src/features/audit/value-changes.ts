/** One value of a record other than a card: its path, and the value before and now. */
export interface ValueChange {
  /** Path from the outside in: keys, and the names of list items. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Key that identifies an item of a list; undefined for a plain value. */
const keyOf = (item: unknown): string | undefined =>
  isRecord(item) ? (textOf(item["id"]) ?? textOf(item["key"]) ?? textOf(item["fieldId"])) : undefined;
const nameOf = (item: unknown, key: string): string =>
  (isRecord(item) ? (textOf(item["label"]) ?? textOf(item["name"]) ?? textOf(item["title"])) : undefined) ?? key;

/** The single values inside, by a path that is the same before and after; `names` learns what the steps of paths are called. */
function leavesOf(value: unknown, path: readonly string[], into: Map<string, unknown>, names: Map<string, readonly string[]>) {
  const steps = (key: string, name: string, inner: unknown) => {
    const next = [...path, key];
    names.set(JSON.stringify(next), [...(names.get(JSON.stringify(path)) ?? []), name]);
    leavesOf(inner, next, into, names);
  };
  if (isRecord(value)) for (const [key, inner] of Object.entries(value)) steps(key, key, inner);
  else if (Array.isArray(value) && value.length > 0 && value.every((item) => keyOf(item) !== undefined)) {
    for (const item of value) {
      const key = keyOf(item) ?? "";
      steps(key, nameOf(item, key), item);
    }
  } else into.set(JSON.stringify(path), value);
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Values that differ between the two. */
export function valueChanges(before: unknown, after: unknown): ValueChange[] {
  const names = new Map<string, readonly string[]>();
  const [was, is] = [new Map<string, unknown>(), new Map<string, unknown>()];
  leavesOf(before ?? {}, [], was, names);
  leavesOf(after ?? {}, [], is, names);
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((key) => ({ path: names.get(key) ?? [], before: was.get(key), after: is.get(key) }))
    .filter(
      (change) =>
        JSON.stringify(change.before) !== JSON.stringify(change.after) && !(isNothing(change.before) && isNothing(change.after)),
    );
}
