import { sameValue } from "../kernel/same-value.ts";

/*
 * Versions of lists in which every entry belongs to a day, such as the exceptions of a series: people who change different days do not conflict. They are kept
 * beside the version of the whole list, under its name and the day.
 */

type Versions = Readonly<Record<string, number>>;

const keyOf = (name: string, day: string): string => `${name}.${day}`;
/** The version before which changes are no longer known by their days. */
const earlier = (name: string): string => keyOf(name, "*");

/** The most days with versions of their own. Beyond that, a change of any day counts as one of the whole list, which bounds the size of the item. */
const mostDays = 1_000;

const entriesOf = (list: unknown): Map<string, unknown> =>
  new Map(Array.isArray(list) ? list.map((entry: unknown) => [String(Object(entry).day), entry]) : []);

/** The days on which two lists differ. */
export function changedDays(before: unknown, after: unknown): string[] {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((day) => !sameValue(old.get(day) ?? null, now.get(day) ?? null));
}

function versionsOf(versions: Versions, name: string): { readonly days: [string, number][]; readonly before: number } {
  const all = Object.entries(versions).filter(([key]) => key.startsWith(keyOf(name, "")));
  const days = all.filter(([key]) => key !== earlier(name));
  return { days, before: versions[earlier(name)] ?? (days.length > 0 ? 0 : (versions[name] ?? 0)) };
}

/** Whether someone changed one of the days that change now after `seen`. */
export function conflictsByDay(versions: Versions, name: string, seen: number, before: unknown, after: unknown): boolean {
  const known = versionsOf(versions, name);
  return known.before > seen || changedDays(before, after).some((day) => (versions[keyOf(name, day)] ?? 0) > seen);
}

/** All versions with those of the days that change with this version. */
export function versionedByDay(versions: Versions, name: string, version: number, before: unknown, after: unknown): Versions {
  const known = versionsOf(versions, name);
  const others = Object.entries(versions).filter(([key]) => !key.startsWith(keyOf(name, "")));
  const days = new Map([...known.days, ...changedDays(before, after).map((day) => [keyOf(name, day), version] as const)]);
  if (days.size > mostDays) return Object.fromEntries([...others, [earlier(name), version]]);
  return Object.fromEntries([...others, ...days, ...(known.before > 0 ? [[earlier(name), known.before] as const] : [])]);
}

/**
 * A list as it is now without what a change made of it; what it has of other days stays.
 * @returns the list, and whether one of the days of the change has become something else since
 */
export function withoutChange(
  now: unknown,
  { before, after }: { readonly before: unknown; readonly after: unknown },
): { readonly list: unknown; readonly isContested: boolean } {
  const [old, made, current] = [entriesOf(before), entriesOf(after), entriesOf(now)];
  const days = changedDays(before, after);
  const is = (one: unknown, other: unknown) => sameValue(one ?? null, other ?? null);
  const isContested = days.some((day) => ![made, old].some((list) => is(list.get(day), current.get(day))));
  const list = [...new Set([...current.keys(), ...days])]
    .toSorted()
    .flatMap((day) => (days.includes(day) ? old : current).get(day) ?? []);
  return { list: list.length === 0 ? (Array.isArray(before) ? [] : null) : list, isContested };
}
