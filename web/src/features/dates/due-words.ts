import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import { isWholeDay, wallOfDue, zone } from "./days.ts";

const formats = new Map<string, Intl.DateTimeFormat>();
function print(value: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale}${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format.format(new Date(value.length === 10 ? `${value}T00:00:00Z` : value));
}

const time = (due: string, locale: string) => print(due, locale, { timeStyle: "short", timeZone: zone });

interface Words {
  readonly today: string;
  /** Locale of dates. */
  readonly locale: string;
  readonly words: { readonly today: string; readonly tomorrow: string; readonly yesterday: string };
}

/** A day in few words: the weekday with the date, and its year only when it is another one. */
const shortDay = (day: string, { today, locale }: Words, withWeekday: boolean): string =>
  print(day, locale, {
    ...(withWeekday ? { weekday: "short" } : {}),
    day: "numeric",
    month: "short",
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" }),
    timeZone: "UTC",
  });

/** Due date in a row below its group header: the time or the weekday, and the date if that is not enough. */
export function dueInGroup(due: string, context: Words): string {
  const { today, locale, words } = context;
  const { day } = wallOfDue(due);
  if (day === today) return isWholeDay(due) ? words.today : time(due, locale);
  if (day === dayAfter(today)) return isWholeDay(due) ? words.tomorrow : time(due, locale);
  if (isWholeDay(due)) return shortDay(day, context, day.slice(0, 4) === today.slice(0, 4));
  const isNear = day > dayAfter(today, -7) && day < dayAfter(today, 7);
  const name = isNear ? print(day, locale, { weekday: "short", timeZone: "UTC" }) : shortDay(day, context, false);
  return `${name}, ${time(due, locale)}`;
}

/** The same where no group says the day: “Today, 14:00”. */
export function dueInFull(due: string, context: Words): string {
  const { today, locale, words } = context;
  const { day } = wallOfDue(due);
  const names: Readonly<Record<string, string>> = {
    [today]: words.today,
    [dayAfter(today)]: words.tomorrow,
    [dayAfter(today, -1)]: words.yesterday,
  };
  const name = names[day] ?? shortDay(day, context, true);
  return isWholeDay(due) ? name : `${name}, ${time(due, locale)}`;
}

/** A day on its own, at the head of a group. */
export const headDay = (day: string, locale: string): string =>
  print(day, locale, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** Time at which it was done, or the day. */
export function doneWhen(doneAt: string, context: Words): string {
  const { day } = wallOfDue(doneAt);
  return day === context.today ? time(doneAt, context.locale) : shortDay(day, context, true);
}

export type DueTone = "late" | "soon" | undefined;

/** Late, or today at a certain time: what the color says. */
export function dueTone({ due, dueAt, done }: Pick<Task, "due" | "dueAt" | "done">, today: string, nowMs = Date.now()): DueTone {
  if (done) return undefined;
  const { day } = wallOfDue(due);
  if (day < today || (!isWholeDay(due) && Date.parse(dueAt) < nowMs)) return "late";
  return day === today && !isWholeDay(due) ? "soon" : undefined;
}
