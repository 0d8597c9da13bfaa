import { afterEach, describe, expect, it, vi } from "vitest";
import { wordsIn } from "./words.ts";

afterEach(() => void vi.restoreAllMocks());

describe.each(["en-US", "en-GB", "he-IL", "hu-HU", "ru-RU"])("in %s", (locale) => {
  it("makes a few formats, however much is worded", () => {
    const made = vi.spyOn(Intl, "DateTimeFormat");
    const written = vi.spyOn(Intl.DateTimeFormat.prototype, "formatRange");
    const midnight = Date.parse("2026-11-23T00:00:00Z");
    for (let at = 0; at < 1_000; at++) {
      const words = wordsIn(locale);
      const startMs = midnight + (at % 40) * 900_000;
      words.times(startMs, startMs + 3_600_000);
      words.time(startMs);
      words.hour(at % 24);
      words.weekday("2026-11-23");
      words.longDay("2026-11-23");
    }
    expect(made.mock.calls.length).toBeLessThan(10);
    expect(written.mock.calls.length).toBeLessThanOrEqual(40);
  });
});

it.each(["en-GB", "he-IL", "hu-HU", "ru-RU"])("writes hours of the axis as times of entries are written in %s", (locale) => {
  const words = wordsIn(locale, "UTC");
  for (const hour of [0, 9, 17]) expect(words.hour(hour)).toBe(words.time(hour * 3_600_000));
});

it("writes each range as it is written the first time", () => {
  const words = wordsIn("en-US");
  const hour = 3_600_000;
  const times = [0, 1, 2, 3].flatMap((from) => [from + 1, from + 2].map((until) => [from * hour, until * hour] as const));
  const first = times.map(([from, until]) => words.times(from, until));
  const dayAfter = times.map(([from, until]) => words.times(from + 24 * hour, until + 24 * hour));
  expect(new Set(first).size).toBe(times.length);
  expect(dayAfter).toEqual(first);
});

it("writes times by the clocks of the zone that was asked for", () => {
  const [from, until] = [Date.parse("2026-11-23T21:30:00Z"), Date.parse("2026-11-23T23:00:00Z")] as const;
  expect(wordsIn("en-GB", "Asia/Jerusalem").times(from, until)).toBe("23:30–01:00");
  expect(wordsIn("en-GB", "America/New_York").times(from, until)).toBe("16:30–18:00");
  // On one day in New York, so that “PM” is written once; on two in Jerusalem.
  expect(wordsIn("en-US", "America/New_York").times(from, until).match(/PM/g)).toHaveLength(1);
  expect(wordsIn("en-US", "Asia/Jerusalem").times(from, until).match(/[AP]M/g)).toHaveLength(2);
});
