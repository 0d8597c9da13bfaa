export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** A day of 24 hours: those on which clocks change last shorter or longer, see `zoned-time.ts`. */
export const dayMs = 24 * hourMs;
