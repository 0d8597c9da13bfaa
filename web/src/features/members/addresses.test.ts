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
  it("that are none are named", () => {
    expect(addressesIn("a@x.example dana@ nobody")).toEqual({ emails: ["a@x.example"], wrong: ["dana@", "nobody"] });
  });
});
