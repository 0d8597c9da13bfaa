import type { CardId } from "@kartis/core/kernel/id.ts";
import { useSyncExternalStore } from "react";

/** Text that was pasted, or typed and left, and is not a valid value: it stays in its cell, with the reason, until it is corrected or dismissed. */
export interface Rejected {
  readonly text: string;
  /** Reason in the user's language. */
  readonly reason: string;
}

let cells: ReadonlyMap<string, Rejected> = new Map();
const subscribers = new Set<() => void>();
const rejectedKey = (cardId: CardId, fieldId: string) => `${cardId}:${fieldId}`;

function setRejected(next: ReadonlyMap<string, Rejected>): void {
  cells = next;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export function rejectCells(rejected: readonly (Rejected & { cardId: CardId; fieldId: string })[]): void {
  if (rejected.length === 0) return;
  const next = new Map(cells);
  for (const { cardId, fieldId, text, reason } of rejected) next.set(rejectedKey(cardId, fieldId), { text, reason });
  setRejected(next);
}

export const rejectedAt = (cardId: CardId, fieldId: string): Rejected | undefined => cells.get(rejectedKey(cardId, fieldId));

export function dropRejected(cardId: CardId, fieldId: string): void {
  if (!cells.has(rejectedKey(cardId, fieldId))) return;
  const next = new Map(cells);
  next.delete(rejectedKey(cardId, fieldId));
  setRejected(next);
}

/** Answers whether there were any. */
export function discardRejected(): boolean {
  const hadAny = cells.size > 0;
  setRejected(new Map());
  return hadAny;
}

export function useRejected(): (cardId: CardId, fieldId: string) => Rejected | undefined {
  const now = useSyncExternalStore(subscribe, () => cells);
  return (cardId, fieldId) => now.get(rejectedKey(cardId, fieldId));
}
