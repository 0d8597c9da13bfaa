import fc from "fast-check";
import { fileName } from "../../files/rules.ts";
import type { FieldSettings } from "./field.ts";
import { definitionOf, type FieldType, registeredFieldTypes } from "./registry.ts";

const cardIds = ["crd_01ARZ3NDEKTSV4RRFFQ69G5FAV", "crd_01BX5ZZKBKACTAV9WEVGEMMVRZ", "crd_01CX5ZZKBKACTAV9WEVGEMMVR0"] as const;
/** Names as people write them, which a cell must not mistake for its own syntax. */
const names: Readonly<Record<string, string>> = { [cardIds[0]]: "A; B (c)", [cardIds[1]]: "כהן (crd_1); 'x'" };

export const settings: FieldSettings = {
  cardName: (cardId) => names[cardId],
  options: [
    { id: "opt_a", label: "New", hue: "blue" },
    { id: "opt_b", label: 'Says "hi"; twice', hue: "red" },
    { id: "opt_c", label: "בתהליך, כן", hue: "amber" },
    { id: "opt_d", label: "Ёлка", hue: "green" },
  ],
  currency: "ILS",
  region: "IL",
};

const hebrew = fc.constantFrom(
  "שלום",
  'בע"מ',
  "נועה ‎אדלר",
  "Ёлка и К°",
  "Győr",
  "=SUM(A1)",
  "-5",
  "a;b,c\t|",
  "'quoted'",
  "\u202eabc",
  "😀 emoji",
  "NULL",
  "undefined",
  "<script>alert(1)</script>",
);
const line = fc.oneof(hebrew, fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" }));
const instants = fc.date({ min: new Date("1970-01-01T00:00:00Z"), max: new Date("2099-12-31T00:00:00Z"), noInvalidDate: true });

/** Size and type come from the server, so they are not part of a cell. */
const files = fc.uniqueArray(
  fc.record({
    fileId: fc.constantFrom("fil_01ARZ3NDEKTSV4RRFFQ69G5FAV", "fil_01BX5ZZKBKACTAV9WEVGEMMVRZ", "fil_01CX5ZZKBKACTAV9WEVGEMMVRZ"),
    name: line.map(fileName),
    bytes: fc.constant(0),
    mime: fc.constant(""),
  }),
  { minLength: 1, selector: ({ fileId }) => fileId },
);

/** Inputs that a person might send for a field of these types, mostly valid. */
const written = {
  text: line,
  textarea: fc.tuple(line, line).map(([one, two]) => `${one}\n${two}`),
  // Far beyond these, a number has more digits than a value keeps, and is refused.
  number: fc.oneof(fc.integer(), fc.double({ min: -1e12, max: 1e12, noNaN: true })),
  currency: fc.integer(),
  checkbox: fc.boolean(),
  date: instants.map((date) => date.toISOString().slice(0, 10)),
  datetime: instants.map((date) => date.toISOString()),
  time: instants.map((date) => date.toISOString().slice(11, 16)),
  file: files,
  image: files,
  password: line,
  color: fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, "0")}`),
  radio: fc.constantFrom("opt_a", "opt_b", "opt_c", "opt_d"),
  url: fc.webUrl(),
  link: fc.record({ url: fc.webUrl(), label: line }),
  singleSelect: fc.constantFrom("opt_a", "opt_b", "opt_c", "opt_d"),
  multiSelect: fc.uniqueArray(fc.constantFrom("opt_a", "opt_b", "opt_c", "opt_d"), { minLength: 1 }),
  cardRelation: fc.oneof(fc.uniqueArray(fc.constantFrom(...cardIds), { minLength: 1 }), fc.constantFrom(...cardIds)),
  user: fc.constantFrom("usr_01ARZ3NDEKTSV4RRFFQ69G5FAV", "usr_01BX5ZZKBKACTAV9WEVGEMMVRZ"),
  email: fc.emailAddress(),
  phone: fc.constantFrom(
    "050-234-5678",
    "+972 50 234 5678",
    "03-6123456",
    "+36 30 234 5678",
    "+44 7911 123456",
    "*1234",
    "+1 202-555-0143 ext. 5",
  ),
} as const satisfies Partial<Record<FieldType, fc.Arbitrary<unknown>>>;

/** Generator for types not listed above: values of other types and small numbers that its definition accepts. */
function accepted(type: FieldType): fc.Arbitrary<unknown> {
  const definition = definitionOf(type);
  const pool = [
    ...Object.values<fc.Arbitrary<unknown>>(written),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: -200, max: 200 }),
  ];
  const values = pool
    .flatMap((raws) => fc.sample(raws, { seed: 7, numRuns: 200 }))
    .filter((raw) => definition.accept(raw, settings).ok);
  if (values.length === 0) throw new Error(`Write down above what may be sent for a ${type}`);
  return fc.constantFrom(...values);
}

const ofType: Partial<Record<FieldType, fc.Arbitrary<unknown>>> = written;

/** Inputs that a person might send for a field of each registered type. */
export const rawValues = Object.fromEntries(
  registeredFieldTypes.map((type) => [type, ofType[type] ?? accepted(type)]),
) as Readonly<Record<FieldType, fc.Arbitrary<unknown>>>;
