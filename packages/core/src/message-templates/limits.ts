/** Limits of a template, in characters. */
export const longestBody = 20_000;
export const longestSubject = 300;
/** How far back sent emails are counted. */
export const usageDays = 30;
