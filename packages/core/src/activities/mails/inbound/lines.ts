const lineFeed = 10;

/** Calls with where each line begins, and where the next one does. */
export function eachLine(bytes: Buffer, see: (start: number, next: number) => void): void {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(lineFeed, start);
    const next = end < 0 ? bytes.length : end + 1;
    see(start, next);
    start = next;
  }
}
