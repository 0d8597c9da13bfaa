import { longestName } from "@kartis/core/automations/schema.ts";
import { expect, it } from "vitest";
import { distinctName, isNumberedFrom } from "./distinct-name.ts";

it("numbers a name that another automation has, with the first free number", () => {
  expect(distinctName("Call back", [])).toBe("Call back");
  expect(distinctName("Call back", ["Call back"])).toBe("Call back (2)");
  expect(distinctName("Call back", ["call back ", "Call back (2)", "Call back (4)"])).toBe("Call back (3)");
});

it("keeps within the longest name", () => {
  const long = "x".repeat(longestName);
  const [second, third] = [distinctName(long, [long]), distinctName(long, [long, distinctName(long, [long])])];
  expect([second.length, third.length]).toEqual([longestName, longestName]);
  expect(new Set([long, second, third]).size).toBe(3);
});

it("knows a name that it has numbered", () => {
  expect(isNumberedFrom("New automation", "New automation")).toBe(true);
  expect(isNumberedFrom("New automation", "New automation (12)")).toBe(true);
  expect(isNumberedFrom("New automation", "New automation for leads")).toBe(false);
});
