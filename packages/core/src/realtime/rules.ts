/** How far back a browser may ask what it has missed before it listened, in milliseconds: no page takes as long to open. */
export const longestGapMs = 10 * 60_000;
