import { describe, expect, it } from "vitest";
import { formatter, type Currency } from "./format.ts";
import type { Language } from "./languages.ts";

const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, " ");

describe("money", () => {
  const cases: [Language, number, Currency, string][] = [
    ["en", 122_680, "ILS", "₪ 1,226.80"],
    ["en", -122_680, "ILS", "−₪ 1,226.80"],
    ["en", 123_456_789, "USD", "$1,234,567.89"],
    ["en", 123_456, "HUF", "HUF 1,235"],
    ["en", 1234, "JPY", "¥1,234"],
    ["he", -122_680, "ILS", "−₪ 1,226.80"],
    ["hu", 123_456_700, "HUF", "1 234 567 Ft"],
    ["ru", 123_450, "EUR", "1 234,50 €"],
    ["en", -4, "HUF", "HUF 0"],
  ];
  it.each(cases)("in %s: %d %s is %s", (language, amount, currency, expected) => {
    expect(plain(formatter({ language }).money(amount, currency))).toBe(expected);
  });

  it("leaves out an empty fraction where asked", () => {
    expect(plain(formatter({ language: "en" }).money(800_000, "ILS", { whole: true }))).toBe("₪ 8,000");
    expect(plain(formatter({ language: "en" }).money(800_050, "ILS", { whole: true }))).toBe("₪ 8,000.50");
  });
});

describe("numbers", () => {
  it("have the real minus sign and no direction marks", () => {
    expect(formatter({ language: "he" }).number(-1234.5)).toBe("−1,234.5");
    expect(plain(formatter({ language: "ru" }).percent(0.185))).toBe("18,5 %");
  });
});

it("a unit's number is left out where the word has it", () => {
  const hours = (language: Language) => [1, 2, 3].map((value) => plain(formatter({ language }).unit(value, "hour")));
  expect(hours("en")).toEqual(["1 hour", "2 hours", "3 hours"]);
  expect(hours("he")).toEqual(["שעה", "שעתיים", "3 שעות"]);
  expect(hours("ru")).toEqual(["1 час", "2 часа", "3 часа"]);
});

it("a duration is in hours and minutes", () => {
  const durations = (language: Language) => [45, 60, 90].map((minutes) => plain(formatter({ language }).duration(minutes)));
  expect(durations("en")).toEqual(["45 minutes", "1 hour", "1 hour and 30 minutes"]);
  expect(durations("he")).toEqual(["45 דקות", "שעה", "שעה ו-30 דקות"]);
  expect(durations("hu")).toEqual(["45 perc", "1 óra", "1 óra és 30 perc"]);
});

describe("dates", () => {
  it("of a calendar day do not depend on any time zone", () => {
    expect(formatter({ language: "en", timeZone: "Pacific/Auckland" }).day("2026-11-20")).toBe("Nov 20, 2026");
  });

  it("of an instant are the organization's", () => {
    const format = formatter({ language: "he", timeZone: "Asia/Jerusalem" });
    expect(format.time("2026-11-20T15:07:00Z")).toBe("17:07");
    expect(format.date("2026-11-20T23:30:00Z", "short")).toBe("21.11.2026");
  });

  it.each([
    ["US", "Nov 20, 2026, 3:07 PM", "3:07 PM"],
    ["IL", "20 Nov 2026, 15:07", "15:07"],
    ["GB", "20 Nov 2026, 15:07", "15:07"],
    ["HU", "20 Nov 2026, 15:07", "15:07"],
    ["BR", "20 Nov 2026, 15:07", "15:07"],
    ["AU", "20 Nov 2026, 3:07 pm", "3:07 pm"],
    ["IN", "20 Nov 2026, 3:07 pm", "3:07 pm"],
  ])("in English are those of the region %s, numbers are the language's", (region, dateTime, time) => {
    const format = formatter({ language: "en", region, timeZone: "UTC" });
    expect(plain(format.dateTime("2026-11-20T15:07:00Z"))).toBe(dateTime);
    expect(plain(format.timeOfDay("15:07"))).toBe(time);
    expect(format.number(1_234_567.5)).toBe("1,234,567.5");
  });

  it("are the language's own where it has one way only", () => {
    for (const region of ["US", "IL", "HU"]) {
      const format = formatter({ language: "hu", region, timeZone: "UTC" });
      expect(plain(format.dateTime("2026-11-20T15:07:00Z"))).toBe("2026. nov. 20. 15:07");
    }
  });

  it("are relative up to a day, then a date", () => {
    const format = formatter({ language: "en", timeZone: "UTC" });
    const now = new Date("2026-11-20T12:00:00Z");
    expect(format.relative("2026-11-20T11:59:50Z", now)).toBe("now");
    expect(format.relative("2026-11-20T11:48:00Z", now)).toBe("12 min. ago");
    expect(format.relative("2026-11-20T07:00:00Z", now)).toBe("5 hr. ago");
    const hebrew = formatter({ language: "he", timeZone: "UTC" });
    expect(hebrew.relative("2026-11-20T11:59:00Z", now)).toBe("לפני דקה");
    expect(hebrew.relative("2026-11-20T10:00:00Z", now)).toBe("לפני שעתיים");
    expect(format.relative("2026-11-18T12:00:00Z", now)).toBe("Nov 18");
    expect(format.relative("2025-11-18T12:00:00Z", now)).toBe("Nov 18, 2025");
  });

  it("say how many days are left", () => {
    expect(formatter({ language: "en" }).inDays(12)).toBe("in 12 days");
  });
});
