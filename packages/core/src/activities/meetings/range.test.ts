import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { meetingProcedures } from "../index.ts";
import type { Rule } from "../recurrence/schema.ts";

const [create, range] = [named(meetingProcedures, "meetings.create"), named(meetingProcedures, "meetings.range")];

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he" }); // in Jerusalem
});
afterAll(() => backend.close());

const timeZone = "Asia/Jerusalem";
const daily: Rule = { frequency: "day", every: 1, ends: { type: "never" } };
const series = (more: Partial<z.input<typeof create.input>>) =>
  owner.call(create, { title: "Stand-up", start: "2030-06-03T12:00", repeat: daily, ...more });
const year = { from: "2030-06-02T21:00:00Z", until: "2031-06-02T21:00:00Z", timeZone };

describe("a year", () => {
  it("of many series follows them only as far as an answer goes, in the order of all of them", async () => {
    const titles = Array.from({ length: 20 }, (_, at) => `Series ${at}`);
    for (const [at, title] of titles.entries())
      await series({ title, start: `2030-06-03T${String(8 + (at % 10)).padStart(2, "0")}:00` });
    await series({ title: "Once", start: "2030-06-20T11:30", repeat: null });
    const { occurrences, isCut } = await owner.call(range, year);
    expect([occurrences.length, isCut]).toEqual([5_000, true]);
    const starts = occurrences.map(({ start }) => start);
    expect(starts).toEqual(starts.toSorted());
    expect(new Set(occurrences.slice(0, 20).map(({ title }) => title))).toEqual(new Set(titles));
    expect(occurrences.filter(({ title }) => title === "Once").map(({ start }) => start)).toEqual(["2030-06-20T08:30:00.000Z"]);
    const cut = starts.at(-1) ?? "";
    const short = await owner.call(range, { ...year, until: cut });
    expect([short.isCut, short.occurrences.map(({ start }) => start)]).toEqual([false, starts.filter((start) => start < cut)]);
  });

  it("of a series with a hundred guests fits into an answer, which says that there is more", async () => {
    const many = Array.from({ length: 100 }, (_, at) => ({
      email: `${"long".repeat(15)}${at}@${"domain".repeat(9)}.${"domain".repeat(9)}.example`,
    }));
    await series({ guests: many });
    const { occurrences, isCut } = await owner.call(range, year);
    expect(isCut).toBe(true);
    expect(occurrences.length).toBeGreaterThan(100);
    expect(Buffer.byteLength(JSON.stringify(occurrences))).toBeLessThan(6_000_000);
  });
});
