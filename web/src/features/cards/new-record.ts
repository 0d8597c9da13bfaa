import { useSyncExternalStore } from "react";

let isOpen = false;
const subscribers = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** There is one dialog for all pages; the shell draws it. */
export const openNewRecord = (): void => set(true);
export const closeNewRecord = (): void => set(false);
export const useIsNewRecordOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
