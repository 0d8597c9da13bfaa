import * as z from "zod";

export const UpdateFeedInput = z.object({
  /** Open tasks of one's own that are due at an hour are in it too. */
  includesTasks: z.boolean(),
});

/** A member's calendar link, as they see it themselves. */
export interface CalendarFeed {
  /** Null while there is none. */
  readonly url: string | null;
  /** When the link was made. */
  readonly madeAt: string | null;
  readonly includesTasks: boolean;
}

/** What a feed reaches: this many days back and ahead from when it is read. Series are in it whole. */
export const feedDays = { back: 90, ahead: 366 } as const;
/** The most meetings and tasks that a feed has of each. */
export const mostInFeed = 2_000;
