import * as z from "zod";

export const UpdateFeedInput = z.object({
  /** Whether it includes the person's open tasks that are due at an hour. */
  includesTasks: z.boolean(),
});

/** A member's calendar link, as they see it themselves. */
export interface CalendarFeed {
  /** Null while there is none. */
  readonly url: string | null;
  /** When the link was created. */
  readonly madeAt: string | null;
  readonly includesTasks: boolean;
}

/** Days before and after the moment of reading that a feed covers. Recurring meetings are included as whole series. */
export const feedDays = { back: 90, ahead: 366 } as const;
/** The most meetings and tasks that a feed has of each. */
export const mostInFeed = 2_000;
