/** Number of meetings that one change takes: they are chosen by hand. */
export const maxMeetings = 500;
/** Number of characters of a text with its variables; what becomes of it for each card must fit an SMS. */
export const longestSmsText = 2_000;
