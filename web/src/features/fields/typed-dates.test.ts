import { describe, expect, it } from "vitest";
import { readTypedDay, readTypedInstant, readTypedTime, type Typist } from "./typed-dates.ts";

/** A Sunday. */
const today = "2026-11-22";
const israel: Typist = { today, locale: "en", region: "IL" };
const typists = {
  en: israel,
  us: { ...israel, region: "US" },
  he: { ...israel, locale: "he" },
  hu: { ...israel, locale: "hu", region: "HU" },
  ru: { ...israel, locale: "ru", region: "RU" },
} as const;

describe("a day as people type it", () => {
  it.each<[keyof typeof typists, string, string]>([
    ["en", "3.1.27", "2027-01-03"],
    ["en", "3/1/2027", "2027-01-03"],
    ["us", "3/1/27", "2027-03-01"],
    ["us", "3/1/2027", "2027-03-01"],
    ["hu", "2027. 1. 3.", "2027-01-03"],
    ["hu", "27.1.3", "2027-01-03"],
    ["hu", "1. 3.", "2027-01-03"],
    ["en", "3.1", "2027-01-03"],
    ["en", "12/24/2026", "2026-12-24"],
    ["us", "24/12/2026", "2026-12-24"],
    ["hu", "12/24/2026", "2026-12-24"],
    ["en", "12/24", "2026-12-24"],
    ["en", "3.10.", "2026-10-03"],
    ["us", "1/3", "2027-01-03"],
    ["en", "2027-01-03", "2027-01-03"],
    ["en", "1.1.99", "1999-01-01"],
    ["en", "\u200f3.1.2027\u200f", "2027-01-03"],
    ["ru", "15122026", "2026-12-15"],
    ["ru", "151226", "2026-12-15"],
    ["he", "03012027", "2027-01-03"],
    ["us", "12152026", "2026-12-15"],
    ["us", "121526", "2026-12-15"],
    ["hu", "20261215", "2026-12-15"],
    ["hu", "261215", "2026-12-15"],
    ["hu", "15122026", "2026-12-15"],
    ["ru", "20261215", "2026-12-15"],
    ["en", "Today", "2026-11-22"],
    ["en", "tomorrow", "2026-11-23"],
    ["he", "מחר", "2026-11-23"],
    ["he", "מחרתיים", "2026-11-24"],
    ["hu", "holnap", "2026-11-23"],
    ["hu", "tegnap", "2026-11-21"],
    ["ru", "завтра", "2026-11-23"],
    ["ru", "послезавтра", "2026-11-24"],
    ["en", "in 3 days", "2026-11-25"],
    ["en", "2 weeks ago", "2026-11-08"],
    ["en", "next month", "2026-12-22"],
    ["ru", "через 3 дня", "2026-11-25"],
    ["hu", "3 nap múlva", "2026-11-25"],
    ["he", "בעוד 3 ימים", "2026-11-25"],
    ["en", "+10", "2026-12-02"],
    ["en", "fri", "2026-11-27"],
    ["en", "Sunday", "2026-11-29"],
    ["he", "שישי", "2026-11-27"],
    ["he", "יום שישי", "2026-11-27"],
    ["hu", "péntek", "2026-11-27"],
    ["ru", "пятница", "2026-11-27"],
    ["en", "3 Jan", "2027-01-03"],
    ["en", "January 3, 2027", "2027-01-03"],
    ["en", "3 sept", "2026-09-03"],
    ["hu", "2027. január 3.", "2027-01-03"],
    ["ru", "3 января", "2027-01-03"],
    ["ru", "3 янв 28", "2028-01-03"],
    ["he", "3 בינואר", "2027-01-03"],
    ["he", "3 ינואר 2027", "2027-01-03"],
  ])("%s: %s", (who, text, day) => {
    expect(readTypedDay(text, typists[who])).toBe(day);
  });

  it.each([
    "",
    "31.2.2027",
    "29.2.2027",
    "13/13/2027",
    "soon",
    "1.2.3.4",
    "3",
    "Mo",
    "3 Jan 4 Feb",
    "99999-1-1",
    "0.0.0",
    "99999999",
    "1512202",
    "310227",
  ])("%j is none", (text) => {
    expect(readTypedDay(text, israel)).toBeUndefined();
  });

  it("what each language prints is read back", () => {
    for (const typist of Object.values(typists)) {
      const locale = `${typist.locale}-${typist.region}`;
      for (const options of [{ dateStyle: "long" }, { dateStyle: "medium" }] as const) {
        for (const day of ["2027-01-03", "2026-05-31", "2028-02-29"]) {
          const printed = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(Date.parse(day));
          expect([printed, readTypedDay(printed.replace(/ г\.$/, ""), typist)]).toEqual([printed, day]);
        }
      }
    }
  });
});

describe("a time as people type it", () => {
  it.each([
    ["9", "09:00"],
    ["930", "09:30"],
    ["9:30", "09:30"],
    ["9.30", "09:30"],
    ["14:05", "14:05"],
    ["9pm", "21:00"],
    ["12 am", "00:00"],
    ["12:15 PM", "12:15"],
  ])("%s", (text, time) => {
    expect(readTypedTime(text)).toBe(time);
  });

  it.each(["", "24:00", "9:60", "13pm", "noonish", "12345"])("%j is none", (text) => {
    expect(readTypedTime(text)).toBeUndefined();
  });

  it("stands after its day, or is left out", () => {
    expect(readTypedInstant("3.1.27 14:30", israel)).toEqual({ day: "2027-01-03", time: "14:30" });
    expect(readTypedInstant("tomorrow, 9pm", israel)).toEqual({ day: "2026-11-23", time: "21:00" });
    expect(readTypedInstant("in 3 days", israel)).toEqual({ day: "2026-11-25", time: undefined });
    expect(readTypedInstant("14:30", israel)).toBeUndefined();
  });
});
