import { describe, expect, it } from "vitest";
import { addressesIn } from "./addresses.ts";

describe("addresses that are pasted", () => {
  it("are separated by commas, spaces and line breaks, each once, in lower case", () => {
    expect(addressesIn("a@x.example, B@x.example\nc@x.example;a@X.example")).toEqual({
      emails: ["a@x.example", "b@x.example", "c@x.example"],
      wrong: [],
    });
  });
  it("are found beside names in brackets", () => {
    expect(addressesIn('"Levi, Dana" <dana@x.example>, Avi <avi@x.example>').emails).toEqual(["dana@x.example", "avi@x.example"]);
  });
  it("may be copied out of a link or a text in Hebrew", () => {
    expect(addressesIn("\u200fmailto:dana@x.example\u200e, \u2066avi@x.example\u2069").emails).toEqual([
      "dana@x.example",
      "avi@x.example",
    ]);
  });
  it("that the server would refuse are named", () => {
    expect(addressesIn("a@x.example dana..levi@x.example avi@x.example.").wrong).toEqual([
      "dana..levi@x.example",
      "avi@x.example.",
    ]);
  });
  it("that are none are named", () => {
    expect(addressesIn("a@x.example dana@ nobody")).toEqual({ emails: ["a@x.example"], wrong: ["dana@", "nobody"] });
  });
});
