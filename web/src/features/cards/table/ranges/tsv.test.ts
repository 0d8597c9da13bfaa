import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTsv, printHtml, printTsv } from "./tsv.ts";

const cells = fc.string({ unit: fc.constantFrom("a", "é", "ש", '"', "\t", "\n", "\r", " ", ",", "'"), maxLength: 8 });
const blocks = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(cells, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  );

test("what is printed is read back, with its quotes, tabs and line breaks", () => {
  fc.assert(
    fc.property(blocks, (block) => {
      // One empty last row of one column is the line break that spreadsheets end with.
      fc.pre(!(block.length > 1 && block.at(-1)?.length === 1 && block.at(-1)?.[0] === ""));
      expect(parseTsv(printTsv(block))).toEqual(block);
    }),
    { numRuns: 500 },
  );
});

test("what spreadsheets write", () => {
  expect(parseTsv("a\tb\r\nc\td\r\n")).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  expect(parseTsv('"two\nlines"\t"say ""hi"""')).toEqual([["two\nlines", 'say "hi"']]);
  expect(parseTsv('5" pipe\t"loose" end')).toEqual([['5" pipe', '"loose" end']]);
  expect(parseTsv("")).toEqual([[""]]);
});

test("a table carries nothing but its texts", () => {
  expect(printHtml([["<b>&", "x\ny"]])).toContain("&lt;b&gt;&amp;");
  expect(printHtml([["x\ny"]])).toContain("x<br>y");
});
