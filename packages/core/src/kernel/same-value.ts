/** True for equal JSON values, whatever the order of the names in objects: DynamoDB does not keep it. Absent is null. */
export function sameValue(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(ordered(a ?? null)) === JSON.stringify(ordered(b ?? null));
}

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner)]),
  );
};
