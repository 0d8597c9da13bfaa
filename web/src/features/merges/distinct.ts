import type { CardId } from "@kartis/core/kernel/id.ts";

/** Cards that somebody here has said are not the same, as pairs; by id, which is of one organization. */
const storageKey = "kartis.distinct-cards";
const most = 500;

const pairOf = (one: CardId, other: CardId): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((pair) => typeof pair === "string") : [];
  } catch {
    return [];
  }
}

export const isDistinct = (one: CardId, other: CardId): boolean => read().includes(pairOf(one, other));

export function keepDistinct(one: CardId, other: CardId): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...read(), pairOf(one, other)].slice(-most)));
  } catch {
    // Where nothing may be kept, the hint comes again.
  }
}
