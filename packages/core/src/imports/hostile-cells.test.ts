import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Field } from "../cards/schema.ts";
import { errorShape } from "../kernel/error.ts";
import { canBeCsv } from "./dialect.ts";
import { type Firm, newFirm } from "./firm.fixture.ts";
import { importProcedures } from "./index.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const field = (type: Field["type"]): Field => ({
  id: `fld_${type}`,
  key: type,
  type,
  label: `A ${type}`,
  options: [],
  displayed: true,
  required: false,
  internal: false,
});

/** A firm whose leads have nothing but a name, an owner and fields of these types. */
async function firmWith(...types: Field["type"][]): Promise<Firm> {
  const firm = await newFirm();
  const own = firm.leads.fields.filter(({ id }) => id === "name" || id === "owner");
  await firm.redefine({ fields: [...own, ...types.map(field)], identifiers: [], processes: [] });
  return firm;
}
const keysOf = (...types: Field["type"][]) => ["name", ...types.map((type) => `fld_${type}`)];

describe("numbers that cannot be stored", () => {
  const rows = [
    "first;1;1",
    "far beyond;1e20;99999999999999999999",
    "one too many;9007199254740993;90071992547409.93",
    "next to nothing;5e-324;1",
    "more digits;3.14159265358979323846;1",
    "last;9007199254740991;90071992547409.91",
  ];

  it.each([true, false])("are refused row by row, and the others are accepted (dry run: %s)", async (dryRun) => {
    const firm = await firmWith("number", "currency");
    const operation = await firm.importRows(keysOf("number", "currency"), rows.join("\n"), { dryRun });
    expect(operation).toMatchObject({ state: "done", created: 2, failed: 4 });
    expect(operation.errors.map(({ line, fieldId, message }) => [line, fieldId, message])).toEqual([
      [3, "fld_number", "validation.numberBounds"],
      [3, "fld_currency", "validation.numberBounds"],
      [4, "fld_number", "validation.numberBounds"],
      [4, "fld_currency", "validation.numberBounds"],
      [5, "fld_number", "validation.numberBounds"],
      [6, "fld_number", "validation.numberBounds"],
    ]);
    expect((await firm.cards()).map(({ fields }) => fields["name"])).toEqual(dryRun ? [] : ["first", "last"]);
  });
});

describe("what an import does to a cell", () => {
  const content = [
    'Plain;"two\nlines";"two\nlines"',
    "N\0U\u200bL;x;y",
    "Gyo\u030br;x;y",
    "Ma\u200cry;\u202ereversed;y",
    "\u200eACME\u200f;x;y",
  ].join("\n");

  it.each([{ mode: "create" }, { mode: "createOrUpdate", matchFieldId: "name" }] as const)(
    "is in its report: %o",
    async (job) => {
      const firm = await firmWith("text", "textarea");
      const operation = await firm.importRows(keysOf("text", "textarea"), content, job);
      expect(operation).toMatchObject({ created: 5, failed: 0, altered: 3 });
      expect(operation.alterations).toEqual([
        { line: 2, fieldId: "fld_text", message: "imports.altered.lineBreaks", value: "two\nlines" },
        { line: 5, fieldId: "name", message: "imports.altered.characters", value: "NUL" },
        { line: 7, fieldId: "name", message: "imports.altered.characters", value: "Mary" },
        { line: 7, fieldId: "fld_text", message: "imports.altered.characters", value: "reversed" },
      ]);
      const cards = await firm.cards();
      expect(cards.map(({ fields }) => String(fields["name"])).toSorted()).toEqual([
        "Győr",
        "Mary",
        "NUL",
        "Plain",
        "\u200eACME\u200f",
      ]);
      expect(cards.find(({ fields }) => fields["name"] === "Plain")?.fields).toMatchObject({
        fld_text: "two lines",
        fld_textarea: "two\nlines",
      });
    },
  );

  it("takes time linear in the cell's length, whatever it contains", async () => {
    const blanks = " ".repeat(300_000);
    const firm = await firmWith("text", "link", "file");
    const operation = await firm.importRows(
      keysOf("text", "link", "file"),
      `long;a${blanks}b;a${blanks}b;a${blanks}b\nlonger;a${" ".repeat(90_000)}b;a${" ".repeat(90_000)}b;a${" ".repeat(90_000)}b`,
    );
    expect(operation).toMatchObject({ state: "done", created: 0, failed: 2 });
  });
});

describe("a file that is called .csv", () => {
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const zip = bytes(`PK\x03\x04\x14\x00\x08\x08\x08\x00${"xl/workbook.xml".repeat(20)}`);

  it.each([
    ["a zip", zip],
    ["a PDF", bytes("%PDF-1.7\n1 0 obj")],
    ["a picture", bytes("\x89PNG\r\n\x1a\n....")],
    ["a program", bytes("MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8\0\0\0\0\0\0\0@\0\0\0")],
    ["nothing", new Uint8Array()],
  ])("is refused when it is %s", (_, head) => expect(canBeCsv(head)).toBe(false));

  it.each([
    ["text with a stray NUL", bytes("name;note\nAcme;a\0b\n")],
    ["UTF-16", bytes("\xff\xfen\0a\0m\0e\0")],
    ["windows-1255", Uint8Array.from([0xf9, 0xed, 0x2c, 0x78, 0x0a])],
  ])("is taken when it is %s", (_, head) => expect(canBeCsv(head)).toBe(true));

  it("is checked again by the server", async () => {
    const firm = await newFirm();
    const start = named(importProcedures, "imports.start");
    const job = { typeId: firm.leads.id, fileId: await firm.upload(zip), mapping: [{ column: 0, fieldId: "name" }] };
    const refused = await firm.owner.call(start, job).catch((error: unknown) => errorShape(error, "r"));
    expect(refused).toMatchObject({ code: "INVALID_INPUT", messageKey: "validation.csv", fields: { fileId: "validation.csv" } });
  });
});
