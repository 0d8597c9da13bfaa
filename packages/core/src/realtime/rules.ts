/** How far back a browser may ask what it has missed before it listened, in milliseconds: no page takes as long to open. */
export const longestGapMs = 10 * 60_000;

/** Somebody who writes says so this often, and is taken to have stopped when nothing is heard of them for longer. */
export const [sayTypingMs, typingMs] = [3_000, 7_000];
