/** The time of day as an injectable dependency, so that a test can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The instant as ISO 8601 in UTC with milliseconds, which is how instants are stored: `…At` fields sort as text. */
export const instant = (clock: Clock): string => new Date(clock.now()).toISOString();

/** Whole seconds since the epoch, in which DynamoDB's time to live, tokens and webhooks' time stamps are. */
export const epochSeconds = (atMs: number): number => Math.floor(atMs / 1_000);
