/** Number of meetings that one change takes: they are chosen by hand. */
export const maxMeetings = 500;
