import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { offsetAt, timeIn } from "../../kernel/zoned-time.ts";
import { longestQuietMinutes, quietAt, quietMinutes } from "./rules.ts";
import { recipientZones } from "./recipient-zones.ts";
import type { QuietHours } from "../schema.ts";

const night = { from: "22:00", until: "08:00" };
const at = (instant: string) => Date.parse(instant);

describe("quiet hours", () => {
  it.each([
    ["begin on the minute", "2026-06-01T19:00:00Z", { time: "22:00", until: "2026-06-02T05:00:00.000Z" }],
    ["do not begin a minute early", "2026-06-01T18:59:59Z", undefined],
    ["go on past midnight", "2026-06-01T22:30:00Z", { time: "01:30", until: "2026-06-02T05:00:00.000Z" }],
    ["end on the minute", "2026-06-02T05:00:00Z", undefined],
  ])("%s", (_, instant, expected) => {
    expect(quietAt(at(instant), ["Asia/Jerusalem"], night)).toEqual(expected);
  });

  it("of one day need not span midnight", () => {
    const siesta = { from: "13:00", until: "15:30" };
    expect(quietAt(at("2026-06-01T14:00:00Z"), ["UTC"], siesta)).toEqual({ time: "14:00", until: "2026-06-01T15:30:00.000Z" });
    expect(quietAt(at("2026-06-01T15:30:00Z"), ["UTC"], siesta)).toBeUndefined();
  });

  it("end when the clock shows their end, also in the nights in which clocks change", () => {
    // Hungary: clocks go forward on March 29, 2026, and back on October 25.
    expect(quietAt(at("2026-03-28T22:00:00Z"), ["Europe/Budapest"], night)?.until).toBe("2026-03-29T06:00:00.000Z");
    expect(quietAt(at("2026-10-24T21:00:00Z"), ["Europe/Budapest"], night)?.until).toBe("2026-10-25T07:00:00.000Z");
    // The end itself is skipped: the clock goes from 02:00 to 03:00.
    const early = { from: "22:00", until: "02:30" };
    expect(quietAt(at("2026-03-28T23:00:00Z"), ["Europe/Budapest"], early)?.until).toBe("2026-03-29T01:00:00.000Z");
    // It comes twice: it is quiet again in the second hour that is called two o'clock.
    expect(quietAt(at("2026-10-24T21:00:00Z"), ["Europe/Budapest"], early)?.until).toBe("2026-10-25T00:30:00.000Z");
    expect(quietAt(at("2026-10-25T01:10:00Z"), ["Europe/Budapest"], early)?.until).toBe("2026-10-25T01:30:00.000Z");
  });

  it.each([
    // Midnight is skipped in Egypt and Chile, and comes twice; Lord Howe's clocks move by half an hour.
    ["Africa/Cairo", ["2026-04-23T22:00:00Z", "2026-10-29T21:00:00Z"]],
    ["America/Santiago", ["2026-04-05T03:00:00Z", "2026-09-06T04:00:00Z"]],
    ["Australia/Lord_Howe", ["2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z"]],
    ["Asia/Jerusalem", ["2026-03-27T00:00:00Z", "2026-10-24T23:00:00Z"]],
  ])("end at the first minute that the clock shows outside them where clocks change: %s", (zone, changes) => {
    const shown = new Map<number, string>();
    const clock = (minute: number) => {
      const known = shown.get(minute) ?? timeIn(minute, zone);
      shown.set(minute, known);
      return known;
    };
    for (const change of changes.map(at)) {
      expect(offsetAt(change - 1, zone)).not.toBe(offsetAt(change, zone));
      for (const [from, until] of [
        ["22:00", "08:00"],
        ["22:00", "00:30"],
        ["23:30", "00:00"],
        ["01:45", "02:15"],
      ] as const) {
        const isQuiet = (minute: number) => {
          const time = clock(minute);
          return from < until ? from <= time && time < until : from <= time || time < until;
        };
        for (let now = change - 5 * 3_600_000; now < change + 3 * 3_600_000; now += 20 * 60_000) {
          let end = now;
          while (isQuiet(end)) end += 60_000;
          const expected = end === now ? undefined : new Date(end).toISOString();
          expect([zone, from, until, new Date(now).toISOString(), quietAt(now, [zone], { from, until })?.until]).toEqual([
            zone,
            from,
            until,
            new Date(now).toISOString(),
            expected,
          ]);
        }
      }
    }
  });

  it("are over once it is quiet in none of the zones, and not earlier", () => {
    const zone = fc.constantFrom("Asia/Kamchatka", "Europe/Kaliningrad", "America/New_York", "Pacific/Honolulu", "Asia/Kolkata");
    const minute = fc.integer({ min: 0, max: 1_439 });
    const time = (of: number) => `${String(Math.floor(of / 60)).padStart(2, "0")}:${String(of % 60).padStart(2, "0")}`;
    const hours = fc
      .tuple(minute, fc.integer({ min: 1, max: longestQuietMinutes }))
      .map(([from, length]): QuietHours => ({ from: time(from), until: time((from + length) % 1_440) }));
    // Zones at most ten hours apart, as those of a country are.
    const zones = fc.oneof(
      fc.tuple(zone),
      fc.constant(["Europe/Kaliningrad", "Asia/Kamchatka"]),
      fc.constant(["America/New_York", "Pacific/Honolulu"]),
    );
    const isQuietIn =
      (epochMs: number, { from, until }: QuietHours) =>
      (zoneName: string) => {
        const now = timeIn(epochMs, zoneName);
        return from < until ? now >= from && now < until : now >= from || now < until;
      };
    fc.assert(
      fc.property(fc.integer({ min: at("2026-01-01"), max: at("2027-12-31") }), zones, hours, (now, some, quiet) => {
        const found = quietAt(now, some, quiet);
        expect(found !== undefined).toBe(some.some(isQuietIn(now, quiet)));
        if (!found) return;
        const until = at(found.until);
        expect(until).toBeGreaterThan(now);
        expect(some.some(isQuietIn(until, quiet))).toBe(false);
        for (let step = now; step < until; step += 7 * 60_000) expect(some.some(isQuietIn(step, quiet))).toBe(true);
        expect(some.some(isQuietIn(until - 1, quiet))).toBe(true);
      }),
    );
  });

  it("last as long as the clock goes from one time to the other", () => {
    expect(quietMinutes(night)).toBe(600);
    expect(quietMinutes({ from: "08:00", until: "08:00" })).toBe(0);
    expect(quietMinutes({ from: "08:00", until: "20:01" })).toBe(721);
  });
});

describe("the zones of a recipient", () => {
  it.each([
    ["the card's, wherever the number is from", "+972502345678", "Europe/Budapest", ["Europe/Budapest"]],
    ["the number's country's", "+36201234567", null, ["Europe/Budapest"]],
    ["the organization's of a country that has it", "+79161234567", null, ["Europe/Moscow"]],
    ["the organization's of a number without a country", "+88216123456", null, ["Europe/Moscow"]],
  ])("are %s", (_, phone, cardZone, expected) => {
    expect(recipientZones(phone, cardZone, "Europe/Moscow")).toEqual(expected);
  });

  it("are all of another country with several, and the organization's by whatever name its zone has", () => {
    expect(recipientZones("+12125550123", null, "Asia/Jerusalem")).toEqual(
      expect.arrayContaining(["America/New_York", "America/Los_Angeles", "Pacific/Honolulu"]),
    );
    expect(recipientZones("+12125550123", null, "US/Eastern")).toEqual(["US/Eastern"]);
  });

  it("leave an hour in which it is quiet nowhere in any country, however long the hours", () => {
    const longest = { from: "20:00", until: "08:00" };
    for (const [phone, hours] of [
      ["+79161234567", longest],
      ["+12125550123", longest],
      ["+5511961234567", longest],
    ] as const) {
      const found = quietAt(at("2026-06-01T00:00:00Z"), recipientZones(phone, null, "Asia/Jerusalem"), hours);
      expect(found && at(found.until) - at("2026-06-01T00:00:00Z")).toBeLessThan(24 * 3_600_000);
    }
  });
});
