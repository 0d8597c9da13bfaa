import { describe, expect, it } from "vitest";
import { readSaidDay } from "./said-days.ts";

const today = "2031-03-31";

describe("a day with a word in it", () => {
  it.each([
    ["tomorrow", { day: "2031-04-01" }],
    ["Tomorrow at 14:00", { day: "2031-04-01", time: "14:00" }],
    ["today, 9am", { day: "2031-03-31", time: "9am" }],
    ["YESTERDAY", { day: "2031-03-30" }],
    ["מחר", { day: "2031-04-01" }],
    ["היום ב 14:00", { day: "2031-03-31", time: "14:00" }],
    ["אתמול", { day: "2031-03-30" }],
    ["holnap 14:00", { day: "2031-04-01", time: "14:00" }],
    ["ma", { day: "2031-03-31" }],
    ["tegnap", { day: "2031-03-30" }],
    ["завтра в 14:00", { day: "2031-04-01", time: "14:00" }],
    ["сегодня", { day: "2031-03-31" }],
    ["вчера", { day: "2031-03-30" }],
    ["2031. április 3. 14:00", { day: "2031-04-03", time: "14:00" }],
    ["2031. ápr. 3.", { day: "2031-04-03" }],
    ["2031 Április 3", { day: "2031-04-03" }],
    ["3 April 2031 14:00", { day: "2031-04-03", time: "14:00" }],
    ["April 3, 2031", { day: "2031-04-03" }],
    ["3 апреля 2031 г., 14:00", { day: "2031-04-03", time: "14:00" }],
    ["3 באפריל 2031", { day: "2031-04-03" }],
  ])("%s", (text, read) => {
    expect(readSaidDay(text, today)).toEqual(read);
  });

  it.each(["", "soon", "2031. április 31.", "április 3.", "3 smarch 2031", "tomorrows", "tomorrow".repeat(500), "2031-04-03"])(
    "is none in %j",
    (text) => {
      expect(readSaidDay(text, today)).toBeUndefined();
    },
  );
});
