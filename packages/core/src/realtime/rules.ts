/** Maximum age of changes that a browser can ask for after connecting, in milliseconds: no page takes as long to open. */
export const longestGapMs = 10 * 60_000;

/** Interval at which a typing person reports it, and the time after which they are taken to have stopped. */
export const [sayTypingMs, typingMs] = [3_000, 7_000];
