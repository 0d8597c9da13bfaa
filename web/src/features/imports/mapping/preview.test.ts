import { expect, test } from "vitest";
import { previewOf } from "./preview.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (head: Uint8Array, language: "en" | "he" | "hu" | "ru" = "en") => previewOf(head, true, language);

test("a byte order mark, a hint line and a semicolon are not data", () => {
  expect(read(bytes("\ufeffsep=;\r\nName;Phone\r\nGalil;050-234-5678\r\n"))).toEqual({
    ok: true,
    preview: { headers: ["Name", "Phone"], rows: [["Galil", "050-234-5678"]], encoding: "utf-8" },
  });
});

test("Hebrew in windows-1255 and UTF-16 with tabs are read", () => {
  const name = Uint8Array.from([0xf9, 0xed, 0x2c, 0x78, 0x0a, 0xe0, 0x2c, 0x31]);
  expect(read(name, "he")).toEqual({ ok: true, preview: { headers: ["שם", "x"], rows: [["א", "1"]], encoding: "windows-1255" } });
  const text = "\ufeffName\tCity\nאבי\tחיפה\n";
  const wide = new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer);
  expect(read(wide)).toEqual({ ok: true, preview: { headers: ["Name", "City"], rows: [["אבי", "חיפה"]], encoding: "utf-16le" } });
});

test("quotes may hold separators and new lines", () => {
  expect(read(bytes('a,b\n"x, ""y""\nz",2\n'))).toMatchObject({ ok: true, preview: { rows: [['x, "y"\nz', "2"]] } });
});

test("a file that is not a CSV and one that cannot be parsed are distinguished", () => {
  expect(read(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0]))).toEqual({ ok: false, message: "validation.csv" });
  expect(read(bytes('a,b\n"never closed,2\n'))).toEqual({ ok: false, message: "validation.parse" });
  expect(read(bytes("only a header\n"))).toEqual({ ok: false, message: "validation.parse" });
});

test("a record that the preview cuts in two is left out", () => {
  expect(previewOf(bytes("a,b\n1,2\n3"), false, "en")).toMatchObject({ preview: { rows: [["1", "2"]] } });
});
