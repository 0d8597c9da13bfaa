import { sameValue } from "../../kernel/same-value.ts";
import type { ChangeKind } from "../meetings/message-kinds.ts";
import type { Meeting, MeetingException } from "../meetings/meeting.ts";
import { meetingAt } from "../meetings/rules.ts";
import { timingOf } from "../meetings/time.ts";

/*
 * Which changes of a meeting its people hear of, and whether the news is of all of it or of single times of a series.
 */

type Held = Readonly<Record<string, unknown>> | null;
interface Changed {
  readonly before: Held;
  readonly after: Held;
}

/** Changes of these are worth a message: when, where and what. */
const ofOneTime = ["title", "location", "start", "minutes", "days"] as const;
const ofAll = [...ofOneTime, "timeZone", "repeat"] as const;

/** Whether the change is news of the meeting as a whole. The exceptions of a series that change along with it are no news of their own. */
export const isNewsOfAll = ({ before, after }: Changed): boolean =>
  ofAll.some((name) => after && name in after && !sameValue(before?.[name], after[name]));

/** What a change did to one time of a series. */
export interface TimeChange {
  /** The day by which the series names it. */
  readonly day: string;
  readonly was: MeetingException | undefined;
  readonly is: MeetingException | undefined;
}

const exceptionsIn = (values: Held) => new Map(timingOf(values ?? {}).exceptions.map((one) => [one.day, one]));

/** The times of a series that the change is about, the earliest first. */
export function timesChangedBy({ before, after }: Changed): TimeChange[] {
  if (!after || !("exceptions" in after)) return [];
  const [were, are] = [exceptionsIn(before), exceptionsIn(after)];
  return [...new Set([...were.keys(), ...are.keys()])]
    .map((day) => ({ day, was: were.get(day), is: are.get(day) }))
    .filter(({ was, is }) => !sameValue(was, is))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** What the change of a time means to those who are at it before and after. Who else is at it, and how it is described, is no news to them. */
export function newsAt({ was, is }: TimeChange): Exclude<ChangeKind, "invited"> | undefined {
  if (is?.type === "removed") return "canceled";
  const [old, own]: Readonly<Record<string, unknown>>[] = [was ?? {}, is ?? {}];
  const isOther = ofOneTime.some((name) => !sameValue(old?.[name], own?.[name]));
  return was?.type === "removed" || isOther ? "changed" : undefined;
}

/** News for one person. Without a day it is of the whole meeting. */
export interface News {
  readonly kind: ChangeKind;
  readonly day: string | null;
  /** The wording about that time, apart from its date: times with the same wording share a message. */
  readonly words?: string;
  /** What was said of the time before, where calendars know it by a name that it has no more: for whoever has that time alone, it is canceled by that name. */
  readonly formerWords?: string;
  /** Nothing of it is other but the name by which calendars know it. */
  readonly isRename?: true;
}

const said = ["title", "location", "description", "minutes", "days"] as const;

const wordsOf = (time: Meeting | undefined): string => JSON.stringify(said.map((name) => time?.[name] ?? null));

/** What is said of a time that takes place. */
export const wordsAt = (meeting: Meeting, day: string): string => wordsOf(meetingAt(meeting, day));

/**
 * What is said of one that does not: it is described as it was before the change, which the words therefore name where it was other than the series has it.
 * @param change names the change
 */
export function wordsBefore(before: Meeting, day: string, change: string): string {
  const [was, inSeries] = [meetingAt(before, day), meetingAt({ ...before, exceptions: [] }, day)];
  return was === undefined || (was.start === inSeries?.start && wordsOf(was) === wordsOf(inSeries))
    ? wordsOf(inSeries)
    : `${change} ${wordsOf(was)}`;
}

/** The most times of a series that one message names. */
const mostNamed = 3;

/** What one message says: of the whole meeting, or of the named times alone. */
export interface Net {
  readonly kind: ChangeKind;
  readonly days: readonly string[];
}

/** What several pieces of news come to for somebody who belongs to the whole meeting, as one message. Undefined for whoever was invited and taken off again. */
function netOf(news: readonly News[]): Net | undefined {
  const ofWhole = news.filter(({ day }) => day === null);
  if (ofWhole.length > 0) {
    const kind = kindOf(ofWhole);
    return kind && { kind, days: [] };
  }
  const times = timesIn(news);
  const [first] = times;
  if (!first) return undefined;
  if (times.length > mostNamed || times.some((time) => keyOf(time) !== keyOf(first))) return { kind: "changed", days: [] };
  return { kind: first.kind, days: times.map(({ day }) => day) };
}

/**
 * What they come to as messages.
 * @param isInSeries whether the person belongs to the whole meeting: others cannot be sent all its dates, and get a message for each kind of news of theirs, and for
 * times of which other things are said
 */
export function netsOf(news: readonly News[], isInSeries: boolean): Net[] {
  const ofWhole = news.filter(({ day }) => day === null);
  if (isInSeries) return [netOf(news) ?? []].flat();
  if (ofWhole.length > 0)
    return [
      ...[netOf(ofWhole) ?? []].flat(),
      ...netsOf(
        news.filter(({ day }) => day !== null),
        false,
      ),
    ];
  return [...Map.groupBy(timesIn(news), keyOf).values()].flatMap((times) =>
    Array.from({ length: Math.ceil(times.length / mostNamed) }, (_, at) => ({
      kind: times[0]?.kind ?? "changed",
      days: times.slice(at * mostNamed, (at + 1) * mostNamed).map(({ day }) => day),
    })),
  );
}

interface TimeNews {
  readonly day: string;
  readonly kind: ChangeKind;
  readonly words: string;
}

/** Times with one key are named in one message. */
const keyOf = ({ kind, words }: TimeNews): string => `${kind} ${words}`;

/** The times that the news are of, the earliest first, with what is news of each in the end. */
function timesIn(news: readonly News[]): TimeNews[] {
  const byDay = [...Map.groupBy(news, ({ day }) => day ?? "")].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return byDay.flatMap(([day, some]) => {
    const kind = kindOf(some);
    return kind ? [{ day, kind, words: some.at(-1)?.words ?? "" }] : [];
  });
}

function kindOf(news: readonly News[]): ChangeKind | undefined {
  const [first, last] = [news[0]?.kind, news.at(-1)?.kind];
  if (!first) return undefined;
  if (last === "canceled") return first === "invited" ? undefined : "canceled";
  return first === "invited" ? "invited" : "changed";
}
