import { fold } from "../../kernel/fold.ts";
import { existingDay, shiftedDay } from "../../kernel/written-dates.ts";

/** Words for days relative to today, as offsets. */
const said: Readonly<Record<string, readonly string[]>> = {
  "-1": ["yesterday", "אתמול", "tegnap", "вчера"],
  "0": ["today", "היום", "ma", "сегодня"],
  "1": ["tomorrow", "מחר", "holnap", "завтра"],
};
const shifts = new Map(Object.entries(said).flatMap(([shift, words]) => words.map((word) => [fold(word), Number(shift)])));

/** Separators allowed between a day and its time. */
const beforeTime = new Set(["at", "ב", "בשעה", "в"].map(fold));

let months: ReadonlyMap<string, number> | undefined;

/** Month names, long and short, in their standalone form and as used within a date. */
function monthNames(): ReadonlyMap<string, number> {
  months ??= new Map(
    ["en", "he", "hu", "ru"].flatMap((language) =>
      (["long", "short"] as const).flatMap((month) =>
        [{ month }, { month, day: "numeric" as const }].flatMap((parts) => {
          const format = new Intl.DateTimeFormat(language, { ...parts, timeZone: "UTC" });
          return Array.from({ length: 12 }, (_, at): [string, number] => {
            const name = format.formatToParts(Date.UTC(2031, at, 3)).find(({ type }) => type === "month")?.value ?? "";
            return [fold(name).replace(/\.$/, ""), at + 1];
          });
        }),
      ),
    ),
  );
  return months;
}

const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const yearFirst = /^(\d{4})\.?\s+(\p{L}+)\.?\s+(\d{1,2})\.?(?:[\s,]+(.+))?$/u;
const dayFirst = /^(\d{1,2})\.?\s+(?:of\s+)?(\p{L}+)\.?,?\s+(\d{4})(?:\s*г\.?)?(?:[\s,]+(.+))?$/u;
const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2}),?\s+(\d{4})(?:[\s,]+(.+))?$/u;
const wordFirst = /^(\p{L}+),?(?:\s+(.+))?$/u;

/** A day, and the text of its time. */
interface SaidDay {
  readonly day: string;
  readonly time?: string;
}

/**
 * A day that has a word in it, in any of the four languages: `tomorrow 14:00`, `2031. április 3. 14:00`, `3 апреля 2031 г.`; undefined for anything else.
 * @param today `YYYY-MM-DD`
 */
export function readSaidDay(text: string, today: string): SaidDay | undefined {
  const bare = text.replace(marks, "").trim();
  const shifted = wordFirst.exec(bare);
  const shift = shifts.get(fold(shifted?.[1] ?? ""));
  if (shift !== undefined) return withTime(shiftedDay(today, shift, "day"), shifted?.[2]);
  const [, year, month, date, time] =
    yearFirst.exec(bare) ?? inOrder(dayFirst.exec(bare), [3, 2, 1]) ?? inOrder(monthFirst.exec(bare), [3, 1, 2]) ?? [];
  const name = fold(month ?? "");
  // Hebrew writes the preposition as a prefix of the month.
  const number = monthNames().get(name) ?? monthNames().get(name.replace(/^ב/, ""));
  return number === undefined ? undefined : withTime(existingDay(Number(year), number, Number(date)), time);
}

const inOrder = (found: RegExpExecArray | null, [year, month, date]: readonly [number, number, number]) =>
  found && ["", found[year], found[month], found[date], found[4]];

function withTime(day: string | undefined, written: string | undefined): SaidDay | undefined {
  if (day === undefined) return undefined;
  const [first = "", ...rest] = (written ?? "").trim().split(/\s+/);
  const time = beforeTime.has(fold(first)) ? rest.join(" ") : (written ?? "").trim();
  return time === "" ? { day } : { day, time };
}
