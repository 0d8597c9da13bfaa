/** Dates that are never after now, and those that are never before it, among the ones that every card has. */
const past: readonly string[] = ["createdAt", "updatedAt", "lastActivityAt"];
const future: readonly string[] = ["nextActivityAt", "nextMeetingAt"];
const isPossible = (fieldId: string, days: number): boolean => days === 0 || !(days > 0 ? past : future).includes(fieldId);

const offers = [-30, -14, -7, -3, -1, 0, 1, 3, 7, 14, 30];
/** Days from the first to the last, both included. */
const spans = [
  [-30, 0],
  [-14, 0],
  [-7, 0],
  [0, 0],
  [0, 3],
  [0, 7],
  [0, 14],
  [0, 30],
] as const;

/** The days to choose from for a field, as many from today as they are; pairs for a span of them. */
export const offeredDays = (fieldId: string): readonly number[] => offers.filter((days) => isPossible(fieldId, days));
export const offeredSpans = (fieldId: string): readonly (readonly [number, number])[] =>
  spans.filter((span) => span.every((days) => isPossible(fieldId, days)));
