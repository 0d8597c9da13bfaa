/** One or two letters that stand for a name: first and last word, or the first two letters of a single word. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.]*/gu) ?? [];
  const [first, second] = [words[0], words.length > 1 ? words[1] : undefined];
  if (!first) return "?";
  const letters = second ? [Array.from(first)[0], Array.from(second)[0]] : Array.from(first).slice(0, 2);
  return letters.join("").toLocaleUpperCase();
}
