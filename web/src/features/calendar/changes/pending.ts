import type { Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import { useSyncExternalStore } from "react";

/** A change that is shown before the server has answered. */
export interface PendingChange {
  /** Of which times. */
  readonly isOf: (occurrence: Occurrence) => boolean;
  /** What they become; undefined where they are deleted. */
  readonly become: (occurrence: Occurrence) => Occurrence | undefined;
  /** What was not there before. */
  readonly made?: Occurrence;
}

/*
 * As with tasks: answers in the query cache stay as they came, and what has been changed here since lies over them. A change is taken away once the answer with it is
 * here, or once it has failed.
 */
let pending: readonly PendingChange[] = [];
const failed = new Set<string>();
let state = 0;
const subscribers = new Set<() => void>();

function notify(): void {
  state++;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export function showPending(change: PendingChange): void {
  pending = [...pending, change];
  notify();
}

export function endPending(change: PendingChange): void {
  pending = pending.filter((other) => other !== change);
  notify();
}

/** How long what went back to where it was is marked. */
const failedMilliseconds = 2000;

export function markFailed(key: string): void {
  failed.add(key);
  notify();
  setTimeout(() => {
    failed.delete(key);
    notify();
  }, failedMilliseconds);
}

export const hasFailed = (key: string): boolean => failed.has(key);

/** What the server has answered, with everything that was changed here. */
export function shownOccurrences(answered: readonly Occurrence[]): readonly Occurrence[] {
  if (pending.length === 0) return answered;
  const known = new Set(answered.map(({ meetingId }) => meetingId));
  const made = pending.flatMap((change) => (change.made && !known.has(change.made.meetingId) ? [change.made] : []));
  return [...answered, ...made].flatMap((occurrence) => {
    let shown: Occurrence | undefined = occurrence;
    for (const change of pending) if (shown && change.isOf(occurrence)) shown = change.become(shown);
    return shown ? [shown] : [];
  });
}

/** One time with what was changed here; undefined where it was deleted. */
export const shownOccurrence = (answered: Occurrence): Occurrence | undefined =>
  shownOccurrences([answered]).find(({ meetingId }) => meetingId === answered.meetingId);

/** Changes whenever meetings are shown differently. */
export const useShownMeetings = (): number => useSyncExternalStore(subscribe, () => state);
