import { describe, expect, test } from "vitest";
import { PatternError } from "./pattern-matchers.ts";
import { compilePattern, parsePattern } from "./pattern.ts";

const nothing = Symbol("absent");

/** operator → condition, values that match, values that do not */
const leaves: readonly [string, readonly unknown[], readonly unknown[], readonly unknown[]][] = [
  ["exact text", ["a"], ["a", ["x", "a"]], ["A", "ab", 1, null, nothing, { a: 1 }]],
  ["several values are alternatives", ["a", 2], ["a", 2], ["b", "2"]],
  ["exact number", [300], [300, 300.0, 3e2], ["300", 301, nothing]],
  ["exact boolean", [true], [true], [false, "true", 1, nothing]],
  ["null", [null], [null, ["a", null]], ["", "null", 0, nothing]],
  ["empty text", [""], [""], [null, " ", nothing]],
  ["prefix", [{ prefix: "us-" }], ["us-east-1", "us-"], ["US-east-1", "eu-us-1", 5, nothing]],
  ["prefix ignoring case", [{ prefix: { "equals-ignore-case": "EventB" } }], ["eventbridge", "EVENTB"], ["event"]],
  ["suffix", [{ suffix: ".png" }], ["a.png", ".png"], ["a.PNG", "a.png.txt", nothing]],
  ["suffix ignoring case", [{ suffix: { "equals-ignore-case": ".png" } }], ["a.PNG"], ["png"]],
  ["equals-ignore-case", [{ "equals-ignore-case": "alice" }], ["ALICE", "Alice"], ["alices", nothing]],
  ["wildcard", [{ wildcard: "dir/*.png" }], ["dir/a.png", "dir/.png", "dir/a/b.png"], ["dir/a.pngx", "xdir/a.png", "dir/aXpng"]],
  ["wildcard across lines", [{ wildcard: "a*b" }], ["a\nb"], ["a\n"]],
  ["wildcard with escapes", [{ wildcard: "a\\*b\\\\*" }], ["a*b\\", "a*b\\c"], ["axb\\", "a*b"]],
  ["anything-but text", [{ "anything-but": "init" }], ["run", 5, null, true], ["init", nothing]],
  ["anything-but number", [{ "anything-but": 100 }], [99, "100"], [100, nothing]],
  ["anything-but list", [{ "anything-but": ["a", 2] }], ["b", 3], ["a", 2, nothing]],
  ["anything-but prefix", [{ "anything-but": { prefix: "us-" } }], ["eu-1"], ["us-1", nothing]],
  ["anything-but prefix list", [{ "anything-but": { prefix: ["us-", "eu-"] } }], ["ap-1"], ["us-1", "eu-1"]],
  ["anything-but suffix", [{ "anything-but": { suffix: [".png", ".jpg"] } }], ["a.gif"], ["a.png", "a.jpg", nothing]],
  ["anything-but wildcard", [{ "anything-but": { wildcard: "*/lib/*" } }], ["/src/a"], ["/x/lib/a", nothing]],
  ["anything-but ignoring case", [{ "anything-but": { "equals-ignore-case": ["init", "stop"] } }], ["run"], ["INIT", "Stop"]],
  ["numeric equals", [{ numeric: ["=", 5] }], [5, 5.0], [6, "5", nothing]],
  ["numeric range", [{ numeric: [">", 0, "<=", 5] }], [0.1, 5], [0, 5.1, -1, "3"]],
  ["exists", [{ exists: true }], ["a", null, false, ["a"]], [nothing, {}, { a: 1 }, []]],
  ["does not exist", [{ exists: false }], [nothing, { a: 1 }, []], ["a", null]],
  ["absent or a value", [{ exists: false }, "a"], [nothing, "a"], ["b"]],
  ["IPv4 range", [{ cidr: "10.0.0.0/24" }], ["10.0.0.0", "10.0.0.255"], ["10.0.1.0", "not an ip", nothing]],
  ["IPv6 range", [{ cidr: "2001:db8::/32" }], ["2001:db8::1"], ["2001:db9::1", "10.0.0.1"]],
  ["nested arrays are flattened", ["a"], [[["a"], "b"]], [[["b"]]]],
];

const eventWith = (value: unknown) => ({ detail: value === nothing ? {} : { field: value } });

describe.each(leaves)("%s", (_, condition, matching, others) => {
  const matches = compilePattern({ detail: { field: condition } });

  test.each(matching.map((value) => [value]))("matches %o", (value) => {
    expect(matches(eventWith(value))).toBe(true);
  });

  test.each(others.map((value) => [value]))("does not match %o", (value) => {
    expect(matches(eventWith(value))).toBe(false);
  });
});

const structures: readonly [string, object, object, boolean][] = [
  ["all fields must match", { source: ["a"], detail: { x: [1] } }, { source: "a", detail: { x: 1, y: 2 } }, true],
  ["one field that differs is enough", { source: ["a"], detail: { x: [1] } }, { source: "a", detail: { x: 2 } }, false],
  ["deep nesting", { detail: { a: { b: { c: ["x"] } } } }, { detail: { a: { b: { c: "x" } } } }, true],
  ["an absent object lacks its fields", { detail: { a: { b: [{ exists: false }] } } }, { detail: {} }, true],
  ["a scalar has no nested fields", { detail: { a: { b: ["x"] } } }, { detail: { a: "x" } }, false],
  ["one object of an array satisfies it all", { a: { x: [1], y: [2] } }, { a: [{ x: 0 }, { x: 1, y: 2 }] }, true],
  ["two objects of an array do not do so together", { a: { x: [1], y: [2] } }, { a: [{ x: 1 }, { y: 2 }] }, false],
  ["$or needs one alternative", { $or: [{ a: [1] }, { b: [2] }] }, { a: 0, b: 2 }, true],
  ["$or fails without any", { $or: [{ a: [1] }, { b: [2] }] }, { a: 0, b: 0 }, false],
  ["$or is one condition beside others", { c: [3], $or: [{ a: [1] }, { b: [2] }] }, { a: 1, c: 0 }, false],
  [
    "$or below detail",
    { detail: { $or: [{ a: [{ numeric: [">", 5] }] }, { b: { c: ["x"] } }] } },
    { detail: { b: { c: "x" } } },
    true,
  ],
  ["inherited names are not fields", { detail: { constructor: [{ exists: true }] } }, { detail: {} }, false],
];

test.each(structures)("%s", (_, pattern, event, expected) => {
  expect(compilePattern(pattern)(event)).toBe(expected);
});

test.each([
  ["not JSON"],
  ["[]"],
  ["{}"],
  ['{"a":"x"}'],
  ['{"a":[]}'],
  ['{"a":{}}'],
  ['{"a":[[1]]}'],
  ['{"a":[{"like":"x"}]}'],
  ['{"a":[{"prefix":"x","suffix":"y"}]}'],
  ['{"a":[{"prefix":1}]}'],
  ['{"a":[{"wildcard":"a**"}]}'],
  ['{"a":[{"wildcard":"a\\\\b"}]}'],
  ['{"a":[{"numeric":[">"]}]}'],
  ['{"a":[{"numeric":["~",1]}]}'],
  ['{"a":[{"numeric":[">",6000000000]}]}'],
  ['{"a":[{"cidr":"10.0.0.0/33"}]}'],
  ['{"a":[{"exists":"yes"}]}'],
  ['{"a":[{"anything-but":[]}]}'],
  ['{"a":[{"anything-but":[null]}]}'],
  ['{"a":[{"anything-but":{"numeric":["=",1]}}]}'],
])("refuses the pattern %s", (pattern) => {
  expect(() => parsePattern(pattern)).toThrow(PatternError);
});
