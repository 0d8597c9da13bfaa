import { isDay } from "../../cards/fields/day.ts";
import { bad, ok, type Parsed } from "../../cards/fields/field.ts";
import { datetime } from "../../cards/fields/types/datetime.ts";
import { instantOf, isSkipped } from "../../kernel/zoned-time.ts";
import { readLocalTime } from "../../kernel/local-times.ts";
import { readSaidDay } from "./said-days.ts";
import type { DayOrder } from "../../kernel/local-times.ts";

/*
 * Days and times of activities as people write them in files. A day without a time stays one, unlike in a field of cards that holds instants.
 */

/** Words for before and after noon. They follow the hour, or precede it in Hungarian. */
const morning = ["am", "a", "de", "утра", "בבוקר"];
const evening = ["pm", "p", "du", "дня", "вечера", "בערב", "אחהצ", "בצהריים"];
/** Words around a time that say nothing. */
const fillers = ["h", "hrs", "ó", "óra", "órakor", "ч", "час", "часов", "часа"];
const clockForm = /^(\p{L}*)(\d{1,2})(?:[:.h](\d{2})(?::\d{2}(?:\.\d+)?)?)?(\p{L}*)$/u;

/** A time of day as `HH:MM`, from `9:05 PM`, `21.05`, `21h`, `du. 3`, `3 дня`; undefined for anything else. */
export function readClock(text: string): string | undefined {
  const bare = text
    .toLowerCase()
    .replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069"'״׳]/g, "")
    .replace(/([\p{L}])\./gu, "$1");
  const found = clockForm.exec(bare);
  if (!found) return undefined;
  const [, before = "", hours = "", minutes = "00", after = ""] = found;
  const words = [before, after].filter((word) => word !== "" && !fillers.includes(word));
  const half = words.every((word) => morning.includes(word))
    ? "morning"
    : words.every((word) => evening.includes(word))
      ? "evening"
      : undefined;
  if (words.length > 0 && (half === undefined || Number(hours) > 12 || Number(hours) === 0)) return undefined;
  const hour = words.length === 0 ? Number(hours) : (Number(hours) % 12) + (half === "evening" ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, "0")}:${minutes}`;
}

/** A duration in minutes, from `45`, `1:30`, `1h 30m`, `1.5 h`, `90 min`; undefined for anything else. */
export function readMinutes(text: string): number | undefined {
  const bare = text
    .toLowerCase()
    .replace(/[\s\u200e\u200f.]+$/, "")
    .trim();
  const clock = /^(\d{1,3}):([0-5]\d)(?::[0-5]\d)?$/.exec(bare);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const found =
    /^(?:(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:h|hr|hrs|hours?|ó|óra|ч|час|часа|часов|שעה|שעות)\.?)?\s*(?:(\d{1,5})\s*(?:m|min|mins|minutes?|p|perc|мин|минут[аы]?|דקות|דק׳?)?)?$/u.exec(
      bare,
    );
  if (!found || (found[1] === undefined && found[2] === undefined)) return undefined;
  return Math.round(Number((found[1] ?? "0").replace(",", ".")) * 60) + Number(found[2] ?? "0");
}

/** A day, perhaps with a time by the reader's clocks; or an instant, written with its offset. */
export interface When {
  readonly day?: string;
  readonly time?: string;
  readonly instant?: string;
}

/**
 * @param message the catalogue key of what is said of anything else.
 * @param today `YYYY-MM-DD` by the reader's clocks: what “tomorrow” counts from.
 */
export function readWhen(text: string, order: DayOrder, message: string, today: string): Parsed<When> {
  const instant = datetime.accept(text, { options: [], currency: "USD", region: "US" });
  if (instant.ok) return ok({ instant: instant.value });
  const local = readLocalTime(text, order) ?? readSaidDay(text, today);
  if (!local || !isDay(local.day)) return bad(message);
  if (local.time === undefined) return ok({ day: local.day });
  const time = readClock(local.time);
  return time === undefined ? bad("validation.time") : ok({ day: local.day, time });
}

/** The day or the instant of what two columns say, the second of which may hold the time. */
export function momentOf({ day, time, instant }: When, clock: string | undefined, timeZone: string): string {
  if (instant !== undefined || day === undefined) return instant ?? "";
  const at = clock ?? time;
  return at === undefined ? day : instantOf(day, at, timeZone);
}

/** Whether the clocks of the zone skip the time that the two columns say. */
export function isSkippedMoment({ day, time, instant }: When, clock: string | undefined, timeZone: string): boolean {
  const at = clock ?? time;
  return instant === undefined && day !== undefined && at !== undefined && isSkipped(day, at, timeZone);
}
