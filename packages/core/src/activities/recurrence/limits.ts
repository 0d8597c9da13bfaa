/** As in RFC 5545, Monday first. */
export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

export const weeksOfMonth = ["first", "second", "third", "fourth", "last"] as const;

/** Beyond these a rule is a slip of the hand; they also bound how much of it is ever counted. */
export const longestInterval = 999;
export const mostTimes = 1_000;
