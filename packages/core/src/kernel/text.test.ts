import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginningOf, cleanText } from "./text.ts";

describe("incoming text", () => {
  it.each([
    ["emoji of several parts", "👩‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀 ❤️ 1️⃣"],
    ["the flag of Scotland", "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
    ["a non-joiner in Persian", "می‌خواهم"],
    ["a joiner in Hindi", "क्‍ष"],
    ["a place to break a line in Thai", "ภาษา\u200bไทย"],
    ["line breaks and tabs", "one\r\ntwo\n\tthree"],
    ["direction marks in Hebrew", "חברת \u200eACME\u200e בע״מ\u200f"],
    ["Hebrew points with their joiner", "ש\u05b8\u05c1\u034fלום"],
    ["ideographs that composing would replace", "神社"],
    ["no-break and thin spaces", "10\u00a0000\u202f₪\u2009x"],
    ["Arabic signs for numbers", "\u06dd١"],
  ])("keeps %s", (_, text) => expect(cleanText(text)).toBe(text));

  it.each([
    ["controls", "a\0b\u0007c\u001bd\u007fe\u0090f", "abcdef"],
    ["zero-width characters", "ad\u200bm\u200ci\u200dn\u2060@\ufeffx\u00ad.y", "admin@x.y"],
    ["what turns text around", "\u202egpj.exe\u202c \u2067x\u2069", "gpj.exe x"],
    ["fillers that make a name of nothing", "\u3164\u115f\uffa0", ""],
    ["blank cells of braille that make a name of nothing", "\u2800 \u2800", ""],
    ["blank cells between letters of braille", "\u2813\u2800\u280a", "\u2813\u2800\u280a"],
    ["a name of marks alone", "\u200f \u200e", ""],
    ["messages hidden in tags", "hi\u{e0069}\u{e0067}\u{e006e}", "hi"],
    ["messages hidden in variation selectors", "hi\ufe00\ufe01\ufe02", "hi\ufe00"],
    ["half of a pair", "half \ud83d pair", "half \ufffd pair"],
    ["other kinds of line breaks", "a\u000bb\u000cc\u0085d\u2028e\u2029f", "a\nb\nc\nd\ne\nf"],
    ["noncharacters", "a\uffffb\u{1fffe}", "ab"],
    ["accents apart from their letters", "Gyo\u030br", "Győr"],
  ])("mends %s", (_, text, cleaned) => expect(cleanText(text)).toBe(cleaned));

  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            "a",
            " ",
            "ש",
            "م",
            "ก",
            "👩",
            "🏽",
            "🏴",
            "\u200d",
            "\u200c",
            "\u200b",
            "\ufe0f",
            "\u034f",
            "\u{e0067}",
          ),
          fc.constantFrom("\u{e007f}", "\0", "\u202e", "\ud83d", "\u2028", "o", "\u030b", "\u200f", "\u3164", "é"),
          fc.string({ unit: "binary", maxLength: 1 }),
        ),
      )
      .map((parts) => parts.join("")),
  );

  it("cleaned twice is cleaned once, and accepted by every engine", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const once = cleanText(text);
        expect(cleanText(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
        expect(/(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(once)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("keeps everything visible where it was", () => {
    const seen = (text: string) => text.normalize("NFC").replace(/[^\p{L}\p{N}\p{P}\p{S}]|\p{DI}/gu, "");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(seen(cleanText(text))).toBe(seen(text));
      }),
    );
  });

  it("is truncated between characters", () => {
    expect(beginningOf("ab😀", 3)).toBe("ab");
    expect(beginningOf("ab😀", 4)).toBe("ab😀");
  });
});
