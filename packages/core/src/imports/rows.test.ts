import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteOrderMark, csvRecord } from "../exports/csv.ts";
import { detectDialect } from "./dialect.ts";
import { readHeader, readRows, type Row } from "./rows.ts";

async function rowsOf(content: string | Buffer, language: "en" | "he" | "hu" | "ru" = "en", chunkBytes = 7): Promise<Row[]> {
  const bytes = Buffer.from(content);
  const rows: Row[] = [];
  for await (const row of readRows(Readable.from(slices(bytes, chunkBytes), { objectMode: false }), language)) rows.push(row);
  return rows;
}

function* slices(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe("reading a CSV", () => {
  it("accepts a BOM, semicolons, quotes and line breaks within them, and names each record's first line", async () => {
    const rows = await rowsOf('\ufeffשם;Note\r\n"כהן; ""דני""";"one\r\ntwo\r\nthree"\r\nЁлкин;x\r\n');
    expect(rows).toEqual([
      { line: 2, cells: ['כהן; "דני"', "one\r\ntwo\r\nthree"], error: null },
      { line: 5, cells: ["Ёлкин", "x"], error: null },
    ]);
  });

  it.each([
    ["LF", "name,x\na,1\nb,2\n"],
    ["CR", "name,x\ra,1\rb,2\r"],
    ["no last line break", "name,x\r\na,1\r\nb,2"],
    ["tabs", "name\tx\na\t1\nb\t2\n"],
    ["pipes", "name|x\na|1\nb|2\n"],
    ["Excel's separator line", "sep=;\r\nname;x\r\na;1\r\nb;2\r\n"],
    ["empty lines between", "name,x\n\na,1\n\n\nb,2\n"],
  ])("takes %s", async (_, content) => {
    expect((await rowsOf(content)).map((row) => row.cells)).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
  });

  it("reads what old spreadsheets write", async () => {
    const hebrew = Buffer.concat([Buffer.from("name,city\n"), Buffer.from([0xe0, 0xe1, 0xe2]), Buffer.from(",x\n")]);
    expect((await rowsOf(hebrew, "he"))[0]?.cells).toEqual(["אבג", "x"]);
    const russian = Buffer.concat([Buffer.from("name,city\n"), Buffer.from([0xc0, 0xe1, 0xe2]), Buffer.from(",x\n")]);
    expect((await rowsOf(russian, "ru"))[0]?.cells).toEqual(["Абв", "x"]);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("name\tcity\nגליל\tx\n", "utf16le")]);
    expect((await rowsOf(utf16))[0]?.cells).toEqual(["גליל", "x"]);
  });

  it.each([
    [
      "Hebrew",
      "windows-1255",
      "כותרת;אחראי\r\nלהתקשר ללקוח;דנה\r\n",
      [
        0xeb, 0xe5, 0xfa, 0xf8, 0xfa, 0x3b, 0xe0, 0xe7, 0xf8, 0xe0, 0xe9, 0x0d, 0x0a, 0xec, 0xe4, 0xfa, 0xf7, 0xf9, 0xf8, 0x20,
        0xec, 0xec, 0xf7, 0xe5, 0xe7, 0x3b, 0xe3, 0xf0, 0xe4, 0x0d, 0x0a,
      ],
    ],
    [
      "Russian",
      "windows-1251",
      "имя;заметка\r\nПозвонить;оплата\r\n",
      [
        0xe8, 0xec, 0xff, 0x3b, 0xe7, 0xe0, 0xec, 0xe5, 0xf2, 0xea, 0xe0, 0x0d, 0x0a, 0xcf, 0xee, 0xe7, 0xe2, 0xee, 0xed, 0xe8,
        0xf2, 0xfc, 0x3b, 0xee, 0xef, 0xeb, 0xe0, 0xf2, 0xe0, 0x0d, 0x0a,
      ],
    ],
    [
      "Hungarian",
      "windows-1250",
      "név;felelős\r\nKovács Győző;Tűzoltó\r\n",
      [
        0x6e, 0xe9, 0x76, 0x3b, 0x66, 0x65, 0x6c, 0x65, 0x6c, 0xf5, 0x73, 0x0d, 0x0a, 0x4b, 0x6f, 0x76, 0xe1, 0x63, 0x73, 0x20,
        0x47, 0x79, 0xf5, 0x7a, 0xf5, 0x3b, 0x54, 0xfb, 0x7a, 0x6f, 0x6c, 0x74, 0xf3, 0x0d, 0x0a,
      ],
    ],
    [
      "French",
      "windows-1252",
      "nom;rôle\r\nÉlodie;bien sûr\r\n",
      [
        0x6e, 0x6f, 0x6d, 0x3b, 0x72, 0xf4, 0x6c, 0x65, 0x0d, 0x0a, 0xc9, 0x6c, 0x6f, 0x64, 0x69, 0x65, 0x3b, 0x62, 0x69, 0x65,
        0x6e, 0x20, 0x73, 0xfb, 0x72, 0x0d, 0x0a,
      ],
    ],
    [
      "Portuguese",
      "windows-1252",
      "nome;ações\r\nSebastião;reuniões\r\n",
      [
        0x6e, 0x6f, 0x6d, 0x65, 0x3b, 0x61, 0xe7, 0xf5, 0x65, 0x73, 0x0d, 0x0a, 0x53, 0x65, 0x62, 0x61, 0x73, 0x74, 0x69, 0xe3,
        0x6f, 0x3b, 0x72, 0x65, 0x75, 0x6e, 0x69, 0xf5, 0x65, 0x73, 0x0d, 0x0a,
      ],
    ],
  ] as const)("knows %s by its letters, whatever the language of the organization", async (_, encoding, text, bytes) => {
    const content = Buffer.from(bytes);
    expect(detectDialect(content, "en").encoding).toBe(encoding);
    expect((await rowsOf(content)).map(({ cells }) => cells)).toEqual([text.split("\r\n")[1]?.split(";")]);
  });

  it("takes rows of nothing but separators for empty", async () => {
    const rows = await rowsOf("name;x\r\na;1\r\n;;\r\n ; \r\nb;2\r\n;\r\n");
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, "a", "1"],
      [5, "b", "2"],
    ]);
  });

  it("names a row with too many cells, accepts one with too few, and continues", async () => {
    const rows = await rowsOf("name,x\na,1,2\nb\nc,3\n");
    expect(rows.map(({ line, error }) => [line, error])).toEqual([
      [2, "validation.columns"],
      [3, null],
      [4, null],
    ]);
  });

  it("names a quote that is never closed, and keeps what came before it", async () => {
    const rows = await rowsOf('name,x\na,1\n"b,2\nc,3\n');
    expect(rows[0]).toEqual({ line: 2, cells: ["a", "1"], error: null });
    expect(rows.at(-1)).toMatchObject({ line: 3, error: "validation.parse" });
  });

  it("reads back every cell that the export writes, except for its guard against formulas", async () => {
    const cell = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.constantFrom("=1+1", "+972", "-5", "@x", 'say "hi"', "a\r\nb", "a;b", " lead", "שלום"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), async (records) => {
        const filled = records.map((record) => ["id", ...record]);
        const content = byteOrderMark + csvRecord(["a", "b", "c", "d"]) + filled.map(csvRecord).join("");
        const read = await rowsOf(content, "en", 64);
        const unguarded = (text: string) => (/^'[=+\-@\t\r\n\0＝＋－＠]/.test(text) ? text.slice(1) : text);
        expect(read.map((row) => row.cells.map(unguarded))).toEqual(filled.map((record) => record.map(unguarded)));
      }),
      { numRuns: 60 },
    );
  });
});

describe("the header", () => {
  it("comes without direction marks and spaces", async () => {
    expect(await readHeader(Readable.from([Buffer.from("\ufeff\u200fשם\u200e ,e-mail\r\nx,y\r\n")]), "he")).toEqual([
      "שם",
      "e-mail",
    ]);
  });
});

describe("the dialect", () => {
  it("is not fooled by separators inside quotes", () => {
    expect(detectDialect(Buffer.from('name;note\n"a,b,c,d,e";x\n'), "en").delimiter).toBe(";");
  });
});
