import fc from "fast-check";

const deep = (depth: number): unknown => (depth === 0 ? "end" : { all: [deep(depth - 1)] });

/** Texts that have broken parsers, databases, clocks and screens. They must survive JSON, which carries them. */
const hostileTexts: readonly string[] = [
  "\ud800",
  "a\udc00b",
  "\0",
  "a\0b",
  "\u202egpj.exe",
  "\u200b\u200d\ufeff",
  "\u2028",
  "",
  "   ",
  "x".repeat(10_000),
  "א".repeat(10_000),
  "😀".repeat(500),
  "e\u0301".repeat(300),
  `${" ".repeat(9_000)}x`,
  "__proto__",
  "constructor",
  "toString",
  "'; DROP TABLE cards; --",
  "%00%ff%ED%A0%80",
  "../../../etc/passwd",
  "<script>alert(1)</script>",
  "{{7*7}}${7*7}",
  "=cmd|' /C calc'!A0",
  "a@b",
  "a@b.c\0",
  "\u202aa@b.c\u202c",
  `${"a".repeat(300)}@example.com`,
  "javascript:alert(1)",
  "https://\ud800.example",
  "https://user:pass@[::1]:99999/",
  "data:text/html,x",
  "+99999999999999999999",
  "*1234",
  "0000-00-00",
  "0000-01-01",
  "0001-01-01",
  "9999-12-31",
  "2026-02-30",
  "0000-01-01T00:00:00Z",
  "0100-01-01T00:00:00+14:00",
  "9999-12-31T23:59:59-14:00",
  "+010000-01-01T00:00:00Z",
  "2026-11-20T24:00:00Z",
  "24:00",
  "99:99",
  "#12345",
  "1e400",
  "9007199254740993",
  "null",
  "[]",
  "{}",
  "org_01ARZ3NDEKTSV4RRFFQ69G5FAV",
  "CRD_01arz3ndektsv4rrffq69g5fav",
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
);

const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 1e20, 1e308, 5e-324, 1e-200, 0.1 + 0.2, -0, -1, 0, 1.5),
  fc.constantFrom(2 ** 31, 2 ** 32, 999_999_999, 1e15, -1e15),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Anything that JSON can say, and most of which no schema asks for. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      [],
      {},
      [[]],
      [null],
      deep(12),
      deep(30),
      Array.from({ length: 1_000 }, (_, at) => at),
      Array.from({ length: 300 }, () => "same"),
      JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}'),
      { $gt: "" },
      { length: -1 },
      { "\ud800": 1 },
      { "a\0": { "b.c": 1 } },
      { url: "https://a.example", label: "x".repeat(600), more: 1e20 },
      [{ fileId: "fil_01ARZ3NDEKTSV4RRFFQ69G5FAV", name: "\ud83d", bytes: 1e20 }],
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Replacements for a text. Most are the text itself with something inserted, so that its other constraints still hold. */
const poisonsOfText: readonly ((text: string) => unknown)[] = [
  (text) => `${text}\ud800`,
  (text) => `\udc00${text}`,
  (text) => `${text}\0`,
  (text) => `\u202e${text}`,
  (text) => `${text}\u200b`,
  (text) => text.normalize("NFD"),
  (text) => text + "x".repeat(10_000),
  () => "0000-01-01",
  () => "9999-12-31T23:59:59-14:00",
  () => 1e20,
];
const poisonsOfNumber: readonly number[] = [1e20, 2 ** 53, -(2 ** 53), 5e-324, Number.MAX_SAFE_INTEGER, -1, 0, 1.5];

/** Replaces a place by something, or poisons what stands at a leaf. */
type Mutation =
  | { readonly where: number; readonly by: unknown }
  | { readonly where: number; readonly poison: number; readonly otherwise: unknown };

const replacing = fc.record({ where: fc.nat(), by: hostile });
const poisoning = fc.record({ where: fc.nat(), poison: fc.nat(), otherwise: hostile });

/** Places to spoil, and how: usually one, sometimes none, so that the code behind the schema is reached as well. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.tuple(poisoning) },
  { weight: 2, arbitrary: fc.tuple(replacing) },
  { weight: 2, arbitrary: fc.array(fc.oneof(poisoning, replacing), { minLength: 2, maxLength: 3 }) },
);

type Path = readonly (string | number)[];

function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Array.isArray(value)
    ? value.map((each, at): [number, unknown] => [at, each])
    : Object.entries(value).map(([key, each]): [string, unknown] => [key, each]);
  // The whole is spoilt as seldom as any other place.
  return [path, ...inner.flatMap(([key, each]) => placesOf(each, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? replaced(each, rest, by) : each));
  return typeof value === "object" && value !== null ? { ...value, [key]: replaced(Reflect.get(value, key), rest, by) } : value;
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

function poisoned(leaf: unknown, poison: number, otherwise: unknown): unknown {
  if (typeof leaf === "string") return poisonsOfText[poison % poisonsOfText.length]?.(leaf);
  if (typeof leaf === "number") return poisonsOfNumber[poison % poisonsOfNumber.length];
  return otherwise;
}

/** The value with these places spoilt. */
export function spoilt(value: unknown, by: readonly Mutation[]): unknown {
  return by.reduce<unknown>((before, mutation) => {
    const places = placesOf(before);
    if ("by" in mutation) return replaced(before, places[mutation.where % places.length] ?? [], mutation.by);
    const leaves = places.filter((path) => typeof at(before, path) !== "object" || at(before, path) === null);
    const leaf = leaves[mutation.where % leaves.length];
    return leaf ? replaced(before, leaf, poisoned(at(before, leaf), mutation.poison, mutation.otherwise)) : before;
  }, value);
}
