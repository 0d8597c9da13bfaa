import { numericDay } from "../../../kernel/written-dates.ts";
import { isDay } from "../day.ts";
import { type FieldDefinition, type Parsed, bad, ok, ordered } from "../field.ts";

const day = (year: string, month: string, date: string): Parsed<string> => {
  const text = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return isDay(text) ? ok(text) : bad("validation.date");
};

/** `2026-11-20`, `2026. 11. 20.`, `20.11.2026`, `11/20/2026`. @param region decides whether 3/4/2027 is in April or in March */
function readDay(text: string, region: string): Parsed<string> {
  const bare = text.replace(/[\u200e\u200f]/g, "").trim();
  const yearFirst = /^(\d{4})[-./]\s*(\d{1,2})[-./]\s*(\d{1,2})\.?$/.exec(bare);
  if (yearFirst) return day(yearFirst[1] ?? "", yearFirst[2] ?? "", yearFirst[3] ?? "");
  const yearLast = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})$/.exec(bare);
  // With four digits of a year nothing depends on today.
  const read = yearLast && numericDay(yearLast.slice(1), { today: "2000-01-01", region }, () => undefined);
  return read ? ok(read) : bad("validation.date");
}

/** A calendar day, never an instant: it is the same day wherever it is read. */
export const date: FieldDefinition<string> = {
  column: "text",
  ...ordered,
  sortable: true,
  summable: false,
  groupable: true,
  bucket: "month",
  align: "start",
  direction: "ltr",
  settings: [],
  moment: "day",
  identifying: true,
  accept: (raw) => (typeof raw === "string" && isDay(raw) ? ok(raw) : bad("validation.date")),
  toColumn: (value) => value,
  toText: (value) => value,
  fromText(text, { localTime, region }) {
    const local = localTime?.(text);
    if (!local) return readDay(text, region);
    return isDay(local.day) ? ok(local.day) : bad("validation.date");
  },
};
