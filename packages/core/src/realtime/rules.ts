/** For how long before it listened a browser may ask what it has missed, in milliseconds: no page takes as long to open. */
export const longestGapMs = 10 * 60_000;
