/**
 * Faults that an engine can inject into a call:
 * - `throttle`: refuses it in the service's own words, without an effect
 * - `conflict`: refuses a transaction because of another one
 * - `error`: answers 500, with or without the effect
 * - `reset`: breaks the connection before anything happened, as one does that a frozen process left behind
 * - `lostAnswer`: breaks it after the effect
 * - `timeOut`: does nothing and never answers
 * - `delay`: is late, so that others overtake it
 * - `half`: does a part of a batch and says so
 * - `shortPage`: ends a page early
 * - `duplicate`: does it twice, where a service promises no more than at least once
 * - `reorder`: answers with messages in another order
 * - `cutAnswer`: breaks off in the middle of the answer
 * - `expired`: no longer knows an iterator
 */
export const faults = [
  "throttle",
  "conflict",
  "error",
  "reset",
  "lostAnswer",
  "timeOut",
  "delay",
  "half",
  "shortPage",
  "duplicate",
  "reorder",
  "cutAnswer",
  "expired",
] as const;
export type Fault = (typeof faults)[number];

/** Faults after which the caller knows that nothing happened, or gets its whole answer. */
export const leavesAnswer: ReadonlySet<string> = new Set<Fault>([
  "throttle",
  "conflict",
  "delay",
  "half",
  "shortPage",
  "reorder",
]);

/** Relative frequency of each fault of an operation. */
export type Weights = Readonly<Partial<Record<Fault, number>>>;

/** Faults that any call to any service can have. */
export const everywhere: Weights = { throttle: 3, error: 2, reset: 2, lostAnswer: 3, timeOut: 0.3, delay: 3 };
