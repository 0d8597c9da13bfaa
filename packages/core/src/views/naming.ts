import { beginningOf } from "../kernel/text.ts";

/** A slug from a name: its words in any script, separated by hyphens. Empty when the name has neither letter nor digit. */
export function slugOf(name: string): string {
  const words =
    name
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if (longer.length > 60) break;
    slug = longer;
  }
  return slug || beginningOf(words[0] ?? "", 60);
}

/** The slug, or with the first free number after it. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted || "view";
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
