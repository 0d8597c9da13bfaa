/** The text with a variable in the place of what is selected, and where the caret stands after it. */
export function insertVariable(
  text: string,
  from: number,
  until: number | null,
  written: string,
): { readonly value: string; readonly caret: number } {
  return { value: text.slice(0, from) + written + text.slice(until ?? from), caret: from + written.length };
}

/** A variable as it stands in a text, with what is written where it has no value. */
export function writtenVariable(path: string, fallback: string): string {
  const text = fallback.trim();
  if (text === "") return `{{ ${path} }}`;
  const quote = text.includes('"') ? "'" : '"';
  return `{{ ${path} | default: ${quote}${text.replaceAll(quote, "")}${quote} }}`;
}
