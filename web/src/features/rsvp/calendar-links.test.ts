import { expect, it } from "vitest";
import { googleLink } from "./calendar-links.ts";

const meeting = {
  title: "Pilot review",
  description: null,
  location: null,
  start: "2030-06-17T09:00:00.000Z",
  end: "2030-06-17T10:00:00.000Z",
  timeZone: "Europe/Budapest",
  series: null,
};
const queryOf = (link: string) => Object.fromEntries(new URL(link).searchParams);

it("a meeting that does not repeat is that one time in Google's calendar", () => {
  expect(queryOf(googleLink(meeting))).toEqual({
    action: "TEMPLATE",
    text: "Pilot review",
    dates: "20300617T090000Z/20300617T100000Z",
  });
});

it("a series comes with its rule, from its first time on, by the clocks of its zone", () => {
  const rrule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=6";
  const series = { start: "2030-06-03T09:00:00.000Z", end: "2030-06-03T10:00:00.000Z", rrule };
  expect(queryOf(googleLink({ ...meeting, series }))).toMatchObject({
    dates: "20300603T090000Z/20300603T100000Z",
    recur: `RRULE:${rrule}`,
    ctz: "Europe/Budapest",
  });
});
