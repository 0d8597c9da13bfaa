import { useSyncExternalStore } from "react";

let failed: ReadonlySet<string> = new Set();
const subscribers = new Set<() => void>();

function setFailed(next: ReadonlySet<string>): void {
  failed = next;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

const cellKey = (cardId: string, fieldId: string) => `${cardId}:${fieldId}`;

export function setRing(cardId: string, fieldId: string, isOn: boolean): void {
  const next = new Set(failed);
  next[isOn ? "add" : "delete"](cellKey(cardId, fieldId));
  setFailed(next);
}

/** True for the values that were just rolled back, and for those that are not saved. */
export function useRolledBack(): (cardId: string, fieldId: string) => boolean {
  const keys = useSyncExternalStore(subscribe, () => failed);
  return (cardId, fieldId) => keys.has(cellKey(cardId, fieldId));
}
