import { offsetAt } from "../../kernel/zoned-time.ts";
import { dayMs } from "../../kernel/time-units.ts";

/** After so many years the days of the week fall on the same dates again, so a rule that holds for all of them is the rule. */
const observedYears = 28;
/** Years for which irregular transitions are listed, for a series without an end. */
const listedYears = 12;

/** Shorter than any time between two changes of one zone's clocks. */
const stepMs = 7 * dayMs;

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;

/** One change of the clocks. */
interface Transition {
  readonly at: number;
  /** Milliseconds ahead of UTC. */
  readonly from: number;
  readonly to: number;
}

const known = new Map<string, readonly Transition[]>();

/** The changes of a zone's clocks in the years of observation from a year on. */
function transitionsFrom(year: number, timeZone: string): readonly Transition[] {
  const key = `${timeZone} ${year}`;
  const found = known.get(key);
  if (found) return found;
  const transitions: Transition[] = [];
  const until = Date.UTC(year + observedYears, 0, 1);
  for (let at = Date.UTC(year, 0, 1); at < until; at += stepMs) {
    const [from, to] = [offsetAt(at, timeZone), offsetAt(at + stepMs, timeZone)];
    if (from !== to) transitions.push({ at: changeBetween(at, at + stepMs, timeZone), from, to });
  }
  known.set(key, transitions);
  return transitions;
}

/** The instant, to the minute, from which on the clocks differ from those at `before`. */
function changeBetween(before: number, after: number, timeZone: string): number {
  const from = offsetAt(before, timeZone);
  let [low, high] = [before, after];
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000;
    if (offsetAt(middle, timeZone) === from) low = middle;
    else high = middle;
  }
  return high;
}

/** Local time of the transition, by the clocks before they change. */
const wallOf = ({ at, from }: Transition): Date => new Date(at + from);
const monthOf = (date: Date): number => date.getUTCMonth() + 1;

/** `20260327T020000` */
const compact = (date: Date): string => date.toISOString().replace(/\.\d+Z$|[-:]/g, "");

function offset(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const two = (count: number) => String(count).padStart(2, "0");
  return `${ms < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** Changes are alike that happen in the same month on the same weekday at the same hour, and by as much. */
const kindOf = (transition: Transition): string => {
  const wall = wallOf(transition);
  return [transition.from, transition.to, monthOf(wall), wall.getUTCDay(), compact(wall).slice(9)].join(" ");
};

/** Days of the month, from the first to the seventh after it, on one of which the changes happen in every year; undefined where there is no such week. */
function ruleOf(transitions: readonly Transition[]): string | undefined {
  const walls = transitions.map(wallOf);
  const [first] = walls;
  if (!first) return undefined;
  const days = walls.map((wall) => wall.getUTCDate());
  const isLast = walls.every((wall) => new Date(wall.getTime() + 7 * dayMs).getUTCMonth() !== wall.getUTCMonth());
  const weekday = weekdays[first.getUTCDay()];
  const rule = (part: string) => `FREQ=YEARLY;BYMONTH=${monthOf(first)};${part}`;
  if (isLast) return rule(`BYDAY=-1${weekday}`);
  const earliest = Math.min(...days);
  if (Math.max(...days) - earliest > 6) return undefined;
  if (earliest % 7 === 1) return rule(`BYDAY=${(earliest + 6) / 7}${weekday}`);
  // Israel's summer begins on the Friday before the last Sunday, from the 23rd to the 29th of March.
  const week = Array.from({ length: 7 }, (_, day) => earliest + day);
  return rule(`BYMONTHDAY=${week.join(",")};BYDAY=${weekday}`);
}

/** One subcomponent: the clocks' change on its first day, and after it by a rule. */
export interface Observance {
  readonly type: "standard" | "daylight";
  /** Local time before the change, as `YYYYMMDDTHHMMSS`. */
  readonly start: string;
  /** Offset such as `+0200`. */
  readonly from: string;
  readonly to: string;
  readonly rule?: string;
}

const observance = (transition: Transition, rule?: string): Observance => ({
  type: transition.to > transition.from ? "daylight" : "standard",
  start: compact(wallOf(transition)),
  from: offset(transition.from),
  to: offset(transition.to),
  ...(rule ? { rule } : {}),
});

/**
 * Content of a VTIMEZONE for a zone between two instants (epoch milliseconds; null: without an end), from the same table that the rest of the product reckons with:
 * a ready-made collection of them knows other versions of it, and writes Israel's spring as the last Friday of March, which is a week late in 2029. Changes that
 * go on by a rule are that rule; any others are listed.
 */
export function observancesOf(timeZone: string, from: number, until: number | null): Observance[] {
  const year = new Date(from).getUTCFullYear() - 1;
  const begin = Date.UTC(year, 0, 1);
  const end = until ?? Date.UTC(year + listedYears, 0, 1);
  const transitions = transitionsFrom(year, timeZone);
  const initial = offsetAt(begin, timeZone);
  const observances: Observance[] = [
    { type: "standard", start: compact(new Date(begin + initial)), from: offset(initial), to: offset(initial) },
  ];
  const lastYear = year + observedYears - 1;
  for (const alike of Map.groupBy(transitions, kindOf).values()) {
    const ruled = lastingPart(alike, lastYear);
    const rule = ruled.length >= 3 ? ruleOf(ruled) : undefined;
    const listed = rule ? alike.slice(0, alike.length - ruled.length) : alike;
    for (const one of listed) if (one.at <= end) observances.push(observance(one));
    const [start] = ruled;
    if (rule && start && start.at <= end) observances.push(observance(start, rule));
  }
  return observances;
}

/** Transitions that recur in each of the last observed years, once per year. */
function lastingPart(alike: readonly Transition[], lastYear: number): readonly Transition[] {
  let year = lastYear;
  let first = alike.length;
  for (; first > 0; first--, year--) {
    const one = alike[first - 1];
    if (!one || wallOf(one).getUTCFullYear() !== year) break;
  }
  return alike.slice(first);
}
