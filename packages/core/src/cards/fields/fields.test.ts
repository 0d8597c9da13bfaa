import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currencyCodes, currencies, parseMinor, printMinor } from "../../kernel/money.ts";
import { rawValues, settings } from "./arbitraries.fixture.ts";
import { operators } from "./field.ts";
import { readDecimal } from "./decimal.ts";
import { definitionOf, registeredFieldTypes } from "./registry.ts";

describe.each(registeredFieldTypes)("a %s field", (type) => {
  const definition = definitionOf(type);

  it("accepts most of what people send, and accepting it twice changes nothing", () => {
    let accepted = 0;
    fc.assert(
      fc.property(rawValues[type], (raw) => {
        const once = definition.accept(raw, settings);
        if (!once.ok) return;
        accepted++;
        expect(definition.accept(once.value, settings)).toEqual(once);
      }),
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it.skipIf(definition.secret)("reads back what it prints", () => {
    fc.assert(
      fc.property(rawValues[type], (raw) => {
        const accepted = definition.accept(raw, settings);
        if (!accepted.ok) return;
        const text = definition.toText(accepted.value, settings);
        expect(definition.fromText(text, settings)).toEqual(accepted);
      }),
    );
  });

  it("survives JSON, and fits its column", () => {
    fc.assert(
      fc.property(rawValues[type], (raw) => {
        const accepted = definition.accept(raw, settings);
        if (!accepted.ok) return;
        expect(JSON.parse(JSON.stringify(accepted.value))).toEqual(accepted.value);
        const column = definition.toColumn(accepted.value, settings);
        expect(typeof column).toBe(definition.column === "number" ? "number" : "string");
        if (definition.column === "set") expect(JSON.parse(String(column))).toBeInstanceOf(Array);
      }),
    );
  });

  it("never throws on anything at all", () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (raw, text) => {
        if (raw !== null && raw !== undefined) definition.accept(raw, settings);
        if (text !== "") definition.fromText(text, settings);
      }),
    );
  });

  it("has operators of the spec, including EXISTS", () => {
    expect(definition.operators.every((operator) => operators.includes(operator))).toBe(true);
    expect(definition.operators).toEqual(expect.arrayContaining(["EXISTS", "NOT_EXISTS"]));
    expect(definition.operators).toContain(definition.defaultOperator);
  });
});

describe("what no field accepts", () => {
  it.each([
    ["number", 1e20, "validation.numberBounds"],
    ["number", Number.NaN, "validation.numberBounds"],
    ["number", 5e-324, "validation.numberBounds"],
    ["range", 2 ** 53, "validation.numberBounds"],
    ["currency", 2 ** 53, "validation.numberBounds"],
    ["accounting", 1.5, "validation.type"],
    ["date", "0000-01-01", "validation.date"],
    ["date", "2026-02-30", "validation.date"],
    ["date", "10000-01-01", "validation.date"],
    ["datetime", "0000-01-01T00:00:00Z", "validation.datetime"],
    // In UTC these are in the years 10000 and 99.
    ["datetime", "9999-12-31T23:59:59-14:00", "validation.datetime"],
    ["datetime", "0100-01-01T00:00:00+14:00", "validation.datetime"],
    ["datetime", "+010000-01-01T00:00:00Z", "validation.datetime"],
    ["time", "24:00", "validation.time"],
    ["time", "99:99", "validation.time"],
    ["email", "a@b", "validation.email"],
    ["email", "a\u202e@b.example", "validation.email"],
    ["email", `${"a".repeat(250)}@b.example`, "validation.email"],
    ["phone", "+99999999999999999999", "validation.phone"],
    ["phone", "5".repeat(10_000), "validation.phone"],
    ["url", "javascript:alert(1)", "validation.url"],
    ["url", `https://a.example/${"x".repeat(10_000)}`, "validation.url"],
    ["url", "https://\ufffd.example", "validation.url"],
    ["link", { url: "https://a.example", label: "x".repeat(600) }, "validation.length"],
    ["color", "#12345", "validation.color"],
    ["text", "x".repeat(10_000), "validation.length"],
    ["textarea", "x".repeat(20_001), "validation.length"],
    ["password", "x".repeat(10_000), "validation.length"],
  ] as const)("%s: %j", (type, raw, message) => {
    expect(definitionOf(type).accept(raw, settings)).toEqual({ ok: false, message });
  });

  it.each([
    ["date", "9999-12-31"],
    ["date", "0100-01-01"],
    ["datetime", "9999-12-31T23:59:59.999Z"],
    ["number", Number.MAX_SAFE_INTEGER],
    ["number", 1e-100],
  ] as const)("but the last of %s is taken: %j", (type, raw) => {
    expect(definitionOf(type).accept(raw, settings)).toEqual({ ok: true, value: raw });
  });
});

describe("numbers as people write them", () => {
  it.each([
    ["1,234.5", "1234.5"],
    ["1 234,5", "1234.5"],
    ["1\u00a0234\u00a0567,891", "1234567.891"],
    ["1.234.567", "1234567"],
    ["1,234,567", "1234567"],
    ["12,5", "12.5"],
    ["\u200e-5", "-5"],
    ["\u22125.50", "-5.50"],
    ["1.5", "1.5"],
    ["twelve", undefined],
    ["1-2", undefined],
    ["", undefined],
  ])("%s is %s", (text, decimal) => expect(readDecimal(text)).toBe(decimal));
});

describe("amounts", () => {
  it("print and parse without loss in every currency", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(...currencyCodes), (minor, currency) => {
        expect(parseMinor(printMinor(minor, currency), currency)).toBe(minor);
      }),
    );
  });

  it("are refused with more digits than the currency has, except zeros", () => {
    expect(parseMinor("1.005", "USD")).toBeUndefined();
    expect(parseMinor("1.500", "USD")).toBe(150);
    expect(parseMinor("1.5", "JPY")).toBeUndefined();
    expect(currencies.HUF).toEqual({ digits: 2, shown: 0 });
  });

  it.each([
    ["₪ 1,234.50", 123_450],
    ["1 234,50 ₪", 123_450],
    ["-₪5", -500],
    ["1234 NIS", 123_400],
    ["1,234 ש״ח", 123_400],
    ["about 5", undefined],
  ])("a cell %s is %s", (text, minor) => {
    const parsed = definitionOf("currency").fromText(text, settings);
    expect(parsed.ok ? parsed.value : undefined).toBe(minor);
  });
});

describe("amounts with the sign of another currency", () => {
  it.each([
    ["ILS", "1234 Ft"],
    ["ILS", "$5"],
    ["ILS", "5 руб."],
    ["ILS", "₽5"],
    ["ILS", "-€5"],
    ["CAD", "US$5"],
    ["USD", "CA$5"],
    ["HUF", "5 zł"],
  ] as const)("in a field of %s, %s is refused with its reason", (currency, text) => {
    for (const type of ["currency", "accounting"] as const)
      expect(definitionOf(type).fromText(text, { ...settings, currency })).toEqual({
        ok: false,
        message: "validation.otherCurrency",
      });
  });

  it.each([
    ["USD", "$5"],
    ["USD", "US$5"],
    ["CAD", "$5"],
    ["CAD", "CA$ 5"],
    ["HUF", "5 Ft"],
    ["EUR", "5 €"],
    ["GBP", "£5"],
    ["JPY", "¥5"],
    ["PLN", "5 zł"],
    ["PLN", "¤5"],
  ] as const)("its own is read: in a field of %s, %s is 5", (currency, text) => {
    expect(definitionOf("currency").fromText(text, { ...settings, currency })).toEqual({
      ok: true,
      value: parseMinor("5", currency),
    });
  });
});

describe("amounts of books", () => {
  it.each([
    ["(5)", -500],
    ["(1,234.50)", -123_450],
    ["₪(5)", -500],
    ["(₪ 5)", -500],
    ["(5) ₪", -500],
    ["5", 500],
    ["-5", -500],
    ["(-5)", undefined],
    ["()", undefined],
    ["(5", undefined],
  ])("%s is %s", (text, minor) => {
    const parsed = definitionOf("accounting").fromText(text, settings);
    expect(parsed.ok ? parsed.value : undefined).toBe(minor);
  });
});

describe("phones", () => {
  it.each([
    ["050-234-5678", "+972502345678"],
    ["972502345678", "+972502345678"],
    ["+36 30 234 5678", "+36302345678"],
    ["*1234", "*1234"],
    ["\u202a+972-50-234-5678\u202c", "+972502345678"],
  ])("%s is %s", (text, e164) => expect(definitionOf("phone").accept(text, settings)).toEqual({ ok: true, value: e164 }));

  it.each(["abc", "12", "1.23E+15"])("%s is refused", (text) =>
    expect(definitionOf("phone").accept(text, settings).ok).toBe(false),
  );
});

describe("addresses of the web", () => {
  it.each(["javascript:alert(1)", "data:text/html,x", "not an address", "file:///etc/passwd"])("%s is refused", (text) =>
    expect(definitionOf("url").accept(text, settings).ok).toBe(false),
  );
  it("get https when they have no scheme", () =>
    expect(definitionOf("url").accept("galilcold.co.il/x", settings)).toEqual({ ok: true, value: "https://galilcold.co.il/x" }));
});

describe("days", () => {
  it.each([
    ["2026-11-20", "2026-11-20"],
    ["2026. 11. 20.", "2026-11-20"],
    ["20.11.2026", "2026-11-20"],
    ["5/1/2026", "2026-01-05"],
    ["2026-02-30", undefined],
    ["1-2", undefined],
  ])("%s is %s", (text, day) => {
    const parsed = definitionOf("date").fromText(text, settings);
    expect(parsed.ok ? parsed.value : undefined).toBe(day);
  });

  it.each([
    ["3/4/2027", "US", "2027-03-04"],
    ["3/4/2027", "IL", "2027-04-03"],
    ["3/4/2027", "HU", "2027-04-03"],
    ["12-31-2027", "IL", "2027-12-31"],
    ["31.12.2027", "US", "2027-12-31"],
    ["2027-03-04", "US", "2027-03-04"],
    ["2/30/2027", "US", undefined],
  ])("%s in %s is %s", (text, region, day) => {
    const parsed = definitionOf("date").fromText(text, { ...settings, region });
    expect(parsed.ok ? parsed.value : undefined).toBe(day);
  });
});
