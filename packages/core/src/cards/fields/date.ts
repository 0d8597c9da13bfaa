import { type FieldDefinition, type Parsed, bad, ok, ordered } from "./field.ts";

/** True for a day that exists, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const day = (year: string, month: string, date: string): Parsed<string> => {
  const text = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return isDay(text) ? ok(text) : bad("validation.date");
};

/** `2026-11-20`, `2026. 11. 20.` (Hungarian), `20.11.2026` and `20/11/2026` (day first, as in he, ru and en outside the USA). */
function readDay(text: string): Parsed<string> {
  const bare = text.replace(/[\u200e\u200f]/g, "").trim();
  const yearFirst = /^(\d{4})[-./]\s*(\d{1,2})[-./]\s*(\d{1,2})\.?$/.exec(bare);
  if (yearFirst) return day(yearFirst[1] ?? "", yearFirst[2] ?? "", yearFirst[3] ?? "");
  const dayFirst = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})$/.exec(bare);
  if (dayFirst) return day(dayFirst[3] ?? "", dayFirst[2] ?? "", dayFirst[1] ?? "");
  return bad("validation.date");
}

/** A calendar day, never an instant: it is the same day wherever it is read. */
export const date: FieldDefinition<string> = {
  control: "date",
  label: "fields.type.date",
  column: "text",
  operators: ordered,
  sortable: true,
  summable: false,
  accept: (raw) => (typeof raw === "string" && isDay(raw) ? ok(raw) : bad("validation.date")),
  toColumn: (value) => value,
  toText: (value) => value,
  fromText: readDay,
};

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

function readInstant(text: string): Parsed<string> {
  const trimmed = text.trim();
  if (!instantForm.test(trimmed)) return bad("validation.datetime");
  const at = Date.parse(trimmed);
  return Number.isNaN(at) || !isDay(trimmed.slice(0, 10)) ? bad("validation.datetime") : ok(new Date(at).toISOString());
}

/** An instant, kept in UTC with milliseconds, so that it sorts as text. */
export const datetime: FieldDefinition<string> = {
  ...date,
  control: "datetime",
  label: "fields.type.datetime",
  accept: (raw) => (typeof raw === "string" ? readInstant(raw) : bad("validation.datetime")),
  fromText: readInstant,
};

function readTime(text: string): Parsed<string> {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59) return bad("validation.time");
  return ok(`${(match[1] ?? "").padStart(2, "0")}:${match[2]}`);
}

/** A time of day on the wall, `HH:MM`. */
export const time: FieldDefinition<string> = {
  ...date,
  control: "time",
  label: "fields.type.time",
  accept: (raw) => (typeof raw === "string" ? readTime(raw) : bad("validation.time")),
  fromText: readTime,
};
