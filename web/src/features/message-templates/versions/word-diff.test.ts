import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordDiff } from "./word-diff.ts";

describe("the difference between two texts", () => {
  it("is told in words, and a variable is one", () => {
    expect(
      wordDiff("Hello {{ recipient.name | there }}, see you", "Hello {{ recipient.firstName | there }}, see you soon"),
    ).toEqual([
      { of: "both", text: "Hello " },
      { of: "before", text: "{{ recipient.name | there }}" },
      { of: "after", text: "{{ recipient.firstName | there }}" },
      { of: "both", text: ", see you" },
      { of: "after", text: " soon" },
    ]);
  });

  const words = fc.array(fc.constantFrom("a", "b", "c", " ", "\n", "{{ card.name }}", "{% if x %}", "{"), { maxLength: 30 });

  it("is both texts, and no more than it has to be", () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [before, after] = [one.join(""), other.join("")];
        const stretches = wordDiff(before, after);
        const without = (side: "before" | "after") =>
          stretches
            .filter(({ of }) => of !== side)
            .map(({ text }) => text)
            .join("");
        expect(without("after")).toBe(before);
        expect(without("before")).toBe(after);
        if (before === after) expect(stretches.every(({ of }) => of === "both")).toBe(true);
      }),
    );
  });

  it("of texts that are as long as they may be, with nothing in common, is told too", () => {
    const long = (word: string) => Array.from({ length: 4_000 }, (_, at) => `${word}${at}`).join(" ");
    const stretches = wordDiff(`Dear ${long("a")} bye`, `Dear ${long("b")} bye`);
    expect(stretches[0]).toEqual({ of: "both", text: "Dear " });
    expect(stretches.at(-1)).toEqual({ of: "both", text: " bye" });
    expect(stretches.some(({ of }) => of === "before")).toBe(true);
  });
});
