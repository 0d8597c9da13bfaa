import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFormula, tidy } from "./formula.ts";

/** An expression, and its value. */
interface Tree {
  readonly text: string;
  readonly value: number;
}

const signs = { "+": ["+"], "-": ["-", "\u2212"], "*": ["*", "×", "·"], "/": ["/", "÷", ":"] } as const;
const computed = { "+": (a: number, b: number) => a + b, "-": (a: number, b: number) => a - b } as const;
const scaled = { "*": (a: number, b: number) => a * b, "/": (a: number, b: number) => a / b } as const;
const operations = { ...computed, ...scaled };

const number = fc.integer({ min: 0, max: 9_999 }).map((cents): Tree => ({ text: String(cents / 100), value: cents / 100 }));
const percent = fc.nat({ max: 300 }).map((value): Tree => ({ text: `${value}%`, value: value / 100 }));
const { tree } = fc.letrec<{ tree: Tree; pair: Tree; minus: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 5 }, number, percent, tie("pair"), tie("minus")),
  // In parentheses, so that the tree is what was meant; precedence has a test of its own.
  pair: fc
    .tuple(tie("tree"), fc.constantFrom(...(["+", "-", "*", "/"] as const)), fc.nat({ max: 2 }), tie("tree"))
    .map(([one, operator, which, other]): Tree => {
      const sign = signs[operator][which % signs[operator].length] ?? operator;
      return { text: `(${one.text} ${sign} ${other.text})`, value: operations[operator](one.value, other.value) };
    }),
  minus: tie("tree").map(({ text, value }): Tree => ({ text: `-(${text})`, value: -value })),
}));

const resultOf = (text: string, ...values: number[]) => parseFormula(text)?.compute(values);

describe("a formula", () => {
  it("means what it says, in any of the signs", () => {
    fc.assert(
      fc.property(tree, ({ text, value }) => {
        expect(resultOf(text)).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  it("multiplies before it adds, from left to right", () => {
    expect([resultOf("2 + 3 * 4"), resultOf("10 - 4 - 3"), resultOf("12 / 3 / 2"), resultOf("-2 * 3 + 1")]).toEqual([
      14, 3, 2, -5,
    ]);
  });

  it("reads numbers as people write them", () => {
    expect(["1,5 + 1", "1,234.5 + 0", "1.234,5 + 0", ".5 * 2", "50 % * 4"].map((text) => resultOf(text))).toEqual([
      2.5, 1234.5, 1234.5, 1, 2,
    ]);
  });

  it("names variables in their order, with fallbacks", () => {
    const formula = parseFormula('{{ card.price }} * {{card.count | 2}} - {{ steps.a.answer.x | default: "1,5" }}');
    expect(formula?.variables).toEqual([
      { path: "card.price", fallback: undefined },
      { path: "card.count", fallback: 2 },
      { path: "steps.a.answer.x", fallback: 1.5 },
    ]);
    expect(formula?.compute([3, 4, 5])).toBe(7);
  });

  it("with the same variable and number side by side, or anything else that is no calculation, is none", () => {
    const none = [
      "",
      " ",
      "1 +",
      "* 2",
      "()",
      "(1",
      "1 2",
      "{{ card.a }} {{ card.b }}",
      "{{ card.a }}2",
      "{{ a",
      "2{{ card.a }}",
      "1..2",
      "1,2,3.4.5",
      "5%%",
      "%",
      "v0",
      "v0 + {{ card.a }}",
      "constructor",
      "1e5",
      "0x10",
      "Infinity",
      "1 ** 2",
      "2 // 3",
      "1 == 1",
      "1 ? 2 : 3",
      "a.b",
      "f(1)",
      "`1`",
      "'1'",
      "[1]",
      "this",
      "1; 2",
      "{{ card.a | upcase }} + {{ card.b",
      "9".repeat(400),
      "\u202e1+1",
      "1 : : 2",
      "1, 2",
    ];
    expect(none.filter((text) => parseFormula(text) !== undefined)).toEqual([]);
  });

  it("is bounded in depth by its length", () => {
    expect(resultOf(`${"(".repeat(249)}1${")".repeat(249)}`)).toBe(1);
    expect(resultOf(`${"-".repeat(499)}1`)).toBe(-1);
  });

  it("has no result after a division by zero", () => {
    expect(
      [resultOf("1 / 0"), resultOf("0 / 0"), resultOf("1 / {{ card.a }}", 0)].map((value) => Number.isFinite(value)),
    ).toEqual([false, false, false]);
  });

  it("is rounded where binary fractions would show", () => {
    expect(tidy(resultOf("0.1 + 0.2") ?? 0)).toBe(0.3);
    expect(tidy(resultOf("{{ card.a }} * 1.1", 1.1) ?? 0)).toBe(1.21);
  });
});
