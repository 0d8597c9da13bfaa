import type { CardId } from "@kartis/core/kernel/id.ts";
import { useSyncExternalStore } from "react";

/** Pasted text that is not a valid value: it stays in its cell, with the reason, until it is corrected or dismissed. */
export interface Rejected {
  readonly text: string;
  /** In the user's words. */
  readonly reason: string;
}

let cells: ReadonlyMap<string, Rejected> = new Map();
const subscribers = new Set<() => void>();
const keyOf = (cardId: CardId, fieldId: string) => `${cardId}:${fieldId}`;

function set(next: ReadonlyMap<string, Rejected>): void {
  cells = next;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export const rejectedAt = (cardId: CardId, fieldId: string): Rejected | undefined => cells.get(keyOf(cardId, fieldId));

export function rejectCells(rejected: readonly (Rejected & { cardId: CardId; fieldId: string })[]): void {
  if (rejected.length === 0) return;
  const next = new Map(cells);
  for (const { cardId, fieldId, text, reason } of rejected) next.set(keyOf(cardId, fieldId), { text, reason });
  set(next);
}

export function dropRejected(cardId: CardId, fieldId: string): void {
  if (!cells.has(keyOf(cardId, fieldId))) return;
  const next = new Map(cells);
  next.delete(keyOf(cardId, fieldId));
  set(next);
}

/** Answers whether there were any. */
export function discardRejected(): boolean {
  const hadAny = cells.size > 0;
  set(new Map());
  return hadAny;
}

export function useRejected(): (cardId: CardId, fieldId: string) => Rejected | undefined {
  const now = useSyncExternalStore(subscribe, () => cells);
  return (cardId, fieldId) => now.get(keyOf(cardId, fieldId));
}
