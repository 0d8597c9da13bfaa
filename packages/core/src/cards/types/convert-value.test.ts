import fc from "fast-check";
import { expect, it } from "vitest";
import { rawValues, settings } from "../fields/arbitraries.fixture.ts";
import { definitionOf, type FieldType, registeredFieldTypes } from "../fields/registry.ts";
import type { Currency } from "../../kernel/money.ts";
import type { FieldContext } from "../rules.ts";
import { settingsOf } from "../rules.ts";
import type { Field } from "../schema.ts";
import { convertValue } from "./convert-value.ts";

const context: FieldContext = { currency: "ILS", region: "IL" };
const nobody = { nameOf: () => undefined, idOf: () => undefined };
const fieldOf = (type: FieldType, more: Partial<Field> = {}): Field => ({
  id: `fld_${type}`,
  key: type,
  type,
  label: type,
  options: [...settings.options],
  displayed: true,
  required: false,
  internal: false,
  ...more,
});
const convertible = registeredFieldTypes.filter((type) => !["file", "image", "password", "cardRelation", "user"].includes(type));
const pairs = convertible.flatMap((from) => convertible.map((to): [FieldType, FieldType] => [from, to]));

it("a converted value is accepted by the field, and keeps everything the field can read", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...pairs).chain(([from, to]) => fc.tuple(fc.constant(from), fc.constant(to), rawValues[from])),
      ([from, to, raw]) => {
        const [source, target] = [fieldOf(from), fieldOf(to)];
        const accepted = definitionOf(from).accept(raw, settingsOf(source, context));
        if (!accepted.ok) return;
        const converted = convertValue(accepted.value, source, target, context, nobody);
        const own = settingsOf(target, context);
        const text = definitionOf(from).toText(accepted.value, settingsOf(source, context)).trim();
        const read = text === "" ? undefined : definitionOf(to).fromText(text, own);
        if (converted === undefined) expect(read?.ok ?? false).toBe(false);
        else expect(definitionOf(to).accept(converted, own)).toEqual({ ok: true, value: converted });
        if (from === to) expect(converted).toEqual(accepted.value);
      },
    ),
    { numRuns: 2_000 },
  );
});

it("amounts keep their value in another currency's minor units, rounded half up", () => {
  const money = (currency: Currency) => fieldOf("currency", { currency });
  const convert = (value: number, from: Currency, to: Currency) => convertValue(value, money(from), money(to), context, nobody);
  expect([
    convert(1250, "USD", "JPY"),
    convert(1249, "USD", "JPY"),
    convert(-1250, "USD", "JPY"),
    convert(13, "JPY", "USD"),
  ]).toEqual([13, 12, -13, 1300]);
});

it("people become their address and are found by it", () => {
  const people = { nameOf: () => "noa@example.com", idOf: (text: string) => (text === "noa@example.com" ? id : undefined) };
  const id = "usr_01ARZ3NDEKTSV4RRFFQ69G5FAV";
  expect(convertValue(id, fieldOf("user"), fieldOf("text"), context, people)).toBe("noa@example.com");
  expect(convertValue("noa@example.com", fieldOf("text"), fieldOf("user"), context, people)).toBe(id);
});
