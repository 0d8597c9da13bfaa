import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import fc from "fast-check";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rawValues, settings } from "../cards/fields/arbitraries.fixture.ts";
import { definitionOf, registeredFieldTypes } from "../cards/fields/registry.ts";
import { byteOrderMark, csvRecord, unguarded } from "../exports/csv.ts";
import { type Firm, newFirm } from "./firm.fixture.ts";
import { naughty } from "./naughty.fixture.ts";
import { readRows } from "./rows.ts";

async function readBack(records: readonly (readonly string[])[]): Promise<string[][]> {
  const text = byteOrderMark + csvRecord((records[0] ?? []).map((_, at) => `Column ${at}`)) + records.map(csvRecord).join("");
  const rows: string[][] = [];
  for await (const row of readRows(Readable.from([Buffer.from(text)]), "he")) rows.push(row.cells.map(unguarded));
  return rows;
}

describe("a cell in a file", () => {
  it("comes back as it was, whatever its content, and no spreadsheet executes it", async () => {
    const cells = fc.array(
      fc.oneof(fc.constantFrom(...naughty.map((text) => text.toWellFormed())), fc.string({ unit: "grapheme" })),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(cells, async (record) => {
        // A record without anything in its cells is no row, as below a spreadsheet's table; the first cell has something.
        const [read] = await readBack([["row", ...record]]);
        expect(read).toEqual(["row", ...record]);
        for (const cell of record) expect(csvRecord([cell]).slice(0, -2)).not.toMatch(/^"?[=+@\t\r\n\0]/);
      }),
      { numRuns: 1000 },
    );
  });
});

const secret = new Set(["password"]);
describe.each(registeredFieldTypes.filter((type) => !secret.has(type)))("a %s", (type) => {
  it("comes back from a file as it was", async () => {
    const definition = definitionOf(type);
    await fc.assert(
      fc.asyncProperty(fc.array(rawValues[type], { minLength: 1, maxLength: 20 }), async (raws) => {
        const values = raws.flatMap((raw) => {
          const accepted = definition.accept(raw, settings);
          return accepted.ok ? [accepted.value] : [];
        });
        const read = await readBack(values.map((value) => ["row", definition.toText(value, settings)]));
        expect(read.map(([, cell]) => definition.fromText((cell ?? "").trim(), settings))).toEqual(
          values.map((value) => ({ ok: true, value })),
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe("naughty texts", () => {
  let backend: Backend;
  let firm: Firm;
  beforeAll(async () => {
    backend = await startBackend();
    firm = await newFirm();
  });
  afterAll(() => backend.close());

  it("survive storing, listing, exporting and importing elsewhere; an export has as many as the list counts", async () => {
    for (const name of naughty) await firm.create({ name });
    const names = async (of: Firm) => (await of.cards()).map((card) => String(card.fields["name"])).toSorted();
    const stored = await names(firm);
    expect(stored).toHaveLength(naughty.length);
    expect(stored.filter((name) => !name.isWellFormed() || name.includes("\0"))).toEqual([]);
    const { operation, text } = await firm.exportAll();
    expect(operation).toMatchObject({ total: naughty.length, done: naughty.length });
    const elsewhere = await newFirm();
    await elsewhere.redefine({ identifiers: [] });
    const operationId = await elsewhere.beginFile(text, [{ column: 0, fieldId: "name" }]);
    await elsewhere.run(operationId);
    expect(await elsewhere.get(operationId)).toMatchObject({ created: naughty.length, failed: 0 });
    expect(await names(elsewhere)).toEqual(stored);
  });
});
