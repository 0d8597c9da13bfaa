import { describe, expect, it } from "vitest";
import { atTheDoor, maxTextLength } from "./door.ts";
import { KartisError } from "./error.ts";
import { maxDepth, parseJson } from "./json.ts";

const errorOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return error instanceof KartisError ? { code: error.code, ...error.details, cause: undefined } : error;
  }
  return undefined;
};
const nested = (depth: number) => `${'{"all":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`;

describe("incoming input", () => {
  it("is the same where there is nothing to change", () => {
    const input = { a: ["x", 1, null, true, { b: "שלום" }] };
    expect(atTheDoor(input)).toBe(input);
  });

  it("is cleaned however deep a text is nested", () => {
    expect(atTheDoor({ a: [{ b: "x\0" }, "\ud83d"], __proto__: null })).toEqual({ a: [{ b: "x" }, "\ufffd"] });
  });

  it("has no number that the table would refuse or round", () => {
    expect(atTheDoor([1e20, -(2 ** 53), 5e-324, 2 ** 53 - 1, 0.1])).toEqual([NaN, NaN, NaN, 2 ** 53 - 1, 0.1]);
  });

  it("is refused with the path of an unclean property name, of a text beyond any limit, and of endless nesting", () => {
    expect(errorOf(() => atTheDoor({ a: { "b\0": 1 } }))).toMatchObject({ fields: { "a.b": "validation.unknownField" } });
    expect(errorOf(() => atTheDoor({ a: "x".repeat(maxTextLength + 1) }))).toMatchObject({ fields: { a: "validation.length" } });
    const deep = JSON.parse(nested(20_000));
    expect(errorOf(() => atTheDoor(deep))).toMatchObject({ code: "INVALID_INPUT", messageKey: "validation.tooDeep" });
  });
});

describe("JSON from outside", () => {
  it("is refused for its depth before it is parsed, whatever its texts contain", () => {
    expect(errorOf(() => parseJson(nested(maxDepth + 2)))).toMatchObject({ messageKey: "validation.tooDeep" });
    expect(parseJson(nested(maxDepth))).toEqual(JSON.parse(nested(maxDepth)));
    const text = JSON.stringify(`${"[".repeat(100)}\\"${"{".repeat(100)}`);
    expect(parseJson(text)).toBe(JSON.parse(text));
  });

  it("marks a number that would have been rounded", () => {
    expect(parseJson('{"a":9007199254740993,"b":0.1234567890123456789,"c":"9007199254740993","d":1.5}')).toEqual({
      a: NaN,
      b: NaN,
      c: "9007199254740993",
      d: 1.5,
    });
  });

  it("that is not JSON is a PARSE_ERROR", () => {
    expect(errorOf(() => parseJson("{"))).toMatchObject({ code: "PARSE_ERROR" });
    expect(errorOf(() => parseJson("]]]]{"))).toMatchObject({ code: "PARSE_ERROR" });
  });
});
