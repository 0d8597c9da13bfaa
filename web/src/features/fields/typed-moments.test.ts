import { translator } from "@kartis/i18n/translate.ts";
import { describe, expect, it } from "vitest";
import { regionOf, typedMessage } from "./typed-moments.ts";

describe("a date that cannot be read", () => {
  it.each([
    ["en", "US", "Enter a date as month, day, year, such as 11/20/2026"],
    ["en", "GB", "Enter a date as day, month, year, such as 20/11/2026"],
    ["en", "HU", "Enter a date as year, month, day, such as 2026. 11. 20."],
    ["he", "IL", "יש להזין תאריך בסדר יום, חודש, שנה, למשל 20.11.2026"],
    ["he", "US", "יש להזין תאריך בסדר חודש, יום, שנה, למשל 11/20/2026"],
    ["hu", "HU", "Adjon meg egy dátumot év, hónap, nap sorrendben, például 2026. 11. 20."],
    ["ru", "RU", "Введите дату в порядке день, месяц, год, например 20.11.2026"],
  ] as const)("is explained in %s in the order of %s", async (language, region, message) => {
    const t = await translator(language, { isolates: false });
    expect(typedMessage(t, "validation.date", region)).toBe(message);
  });

  it("has a time in its example where one is expected, and other reasons stay as they are", async () => {
    const t = await translator("en");
    expect(typedMessage(t, "validation.datetime", "US")).toContain("11/20/2026 14:30");
    expect(typedMessage(t, "validation.required", "US")).toBe("Required");
  });
});

describe("a pasted column of dates", () => {
  it.each([
    ["US", ["3/4/2027", "1/2/2027"], "US"],
    ["IL", ["3/4/2027", "", "x"], "IL"],
    ["US", ["3/4/2027", "13/4/2027"], "GB"],
    ["IL", ["3/4/2027", "4/13/2027"], "US"],
    ["HU", ["3/4/2027", "13/4/2027"], "HU"],
  ])("is read in one order: in %s, %j by that of %s", (region, texts, read) => {
    expect(regionOf(texts, region)).toBe(read);
  });
});
