/** Limits of a template, in characters. */
export const longestBody = 20_000;
export const longestSubject = 300;
