import { describe, expect, it } from "vitest";
import { readReplies } from "./replies.ts";

const zone = (name: string, ...lines: readonly string[]) => [
  "BEGIN:VTIMEZONE",
  `TZID:${name}`,
  "BEGIN:STANDARD",
  "TZOFFSETFROM:+0300",
  "TZOFFSETTO:+0200",
  ...lines,
  "END:STANDARD",
  "END:VTIMEZONE",
];
const reply = (zoneLines: readonly string[], ...own: readonly string[]) =>
  [
    "BEGIN:VCALENDAR",
    "METHOD:REPLY",
    ...zoneLines,
    "BEGIN:VEVENT",
    "UID:act_01@kartis",
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:eszter@bakony.example",
    ...own,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const stamp = "DTSTAMP:20301120T083015Z";
/** The time that a reply is for, in a zone of this rule. */
const namedIn = (...lines: readonly string[]) =>
  readReplies(reply(zone("Office", ...lines), stamp, "RECURRENCE-ID;TZID=Office:20310714T093000")).map(
    ({ occurrence }) => occurrence,
  );
const wall = { day: "2031-07-14", time: "09:30" };
const outlook = "DTSTART:16010101T020000";
const yearly = "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10";

describe("a zone that only the file knows is read", () => {
  it.each([
    ["as Outlook writes it", [outlook, yearly]],
    ["as Lotus Notes writes it", ["DTSTART:19501029T020000", "RRULE:FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=-1SU;BYMONTH=10"]],
    ["with a date of each year", ["DTSTART:19701001T020000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1"]],
    ["with the date that it begins on", ["DTSTART:19701001T020000", "RRULE:FREQ=YEARLY;BYMONTH=10"]],
    ["with dates one by one", ["DTSTART:20101031T020000", "RDATE:20111030T020000", "RDATE:20121028T020000"]],
    ["without any change", ["DTSTART:19700101T000000"]],
  ])("%s", (_, lines) => {
    expect(namedIn(...lines)).toEqual([{ ...wall, at: "2031-07-14T07:30:00.000Z" }]);
  });
});

describe("a zone that would keep its reader busy is not:", () => {
  it.each([
    ["of a change on each day of a month", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=MO,TU,WE,TH,FR,SA,SU"],
    ["of a change on each Sunday of a month", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=SU"],
    ["of a change on many dates of a month", "RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1,2,3"],
    ["of a change at each hour of a day", "RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1;BYHOUR=1,2,3,4"],
    ["of a change in each month", "RRULE:FREQ=YEARLY;BYMONTH=1,2,3;BYMONTHDAY=1"],
    ["of a weekday on a date, which takes years to come", "RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=1SU;BYMONTHDAY=1"],
    ["of every other year", "RRULE:FREQ=YEARLY;INTERVAL=2;BYDAY=-1SU;BYMONTH=10"],
    ["of every month", "RRULE:FREQ=MONTHLY;COUNT=2;BYDAY=-1SU"],
  ])("%s", (_, rule) => {
    expect(namedIn("DTSTART:20281001T020000", rule)).toEqual([wall]);
  });

  it("of rules since the year 1", () => {
    expect(namedIn("DTSTART:00010101T020000", yearly)).toEqual([wall]);
  });

  it("of many sets of rules", () => {
    const again = ["END:STANDARD", "BEGIN:STANDARD", "TZOFFSETFROM:+0300", "TZOFFSETTO:+0200", outlook, yearly];
    expect(namedIn(outlook, yearly, ...again)).toEqual([{ ...wall, at: "2031-07-14T07:30:00.000Z" }]);
    expect(namedIn(outlook, yearly, ...again, ...again)).toEqual([wall]);
  });

  it("of a beginning that is no time", () => {
    expect(namedIn("DTSTART;VALUE=TEXT:once", "RRULE:FREQ=YEARLY;COUNT=2;BYDAY=-1SU;BYMONTH=10")).toEqual([wall]);
  });
});

describe("a reply means nothing", () => {
  it("when its stamp is not in UTC, as it has to be", () => {
    const office = zone("Office", outlook, yearly);
    const read = (own: string) => readReplies(reply(office, own)).map((one) => one.stamp);
    expect(read(stamp)).toEqual(["2030-11-20T08:30:15.000Z"]);
    for (const other of ["DTSTAMP;TZID=Office:20301120T083015", "DTSTAMP:20301120T083015", "DTSTAMP;VALUE=DATE:20301120"])
      expect(read(other)).toEqual([]);
  });

  it.each(["DTSTAMP:99999999T999999Z", "DTSTAMP:00000000T000000Z"])("with a stamp out of the calendar: %s", (own) => {
    expect(readReplies(reply([], own))).toEqual([]);
  });

  it.each([
    "RECURRENCE-ID:99999999T999999Z",
    "RECURRENCE-ID:00000000T000000Z",
    "RECURRENCE-ID:99991399T000000",
    "RECURRENCE-ID;VALUE=DATE:99991399",
    "RECURRENCE-ID;VALUE=DATE:00000000",
    "RECURRENCE-ID;TZID=America/New_York:99991231T230000",
    "RECURRENCE-ID;TZID=Asia/Jerusalem:00000101T000000",
  ])("for a time out of the calendar: %s", (recurrence) => {
    expect(readReplies(reply([], stamp, recurrence))).toEqual([]);
  });
});
