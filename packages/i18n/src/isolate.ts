/** Isolates text in plain strings (email subjects, titles, attributes), where no element can: it keeps its own direction. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A left-to-right island: phones, amounts, links, ranges. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
