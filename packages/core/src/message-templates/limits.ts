/** Limits of a template, in characters. */
export const longestBody = 20_000;
export const longestSubject = 300;
/** Files of one template, and how much a mail carries of them. */
export const mostAttachments = 10;
/** How far back sent emails are counted. */
export const usageDays = 30;
