import { useSyncExternalStore } from "react";

interface Opened {
  /** The type whose tab is open; without one, the type of the page behind. */
  readonly typeId: string | undefined;
}

let opened: Opened | undefined;
const subscribers = new Set<() => void>();

function set(next: Opened | undefined): void {
  opened = next;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** There is one dialog for all pages; the shell draws it. Handlers of presses may be this function: what is no id is not taken for one. */
export const openNewRecord = (typeId?: unknown): void => set({ typeId: typeof typeId === "string" ? typeId : undefined });
export const closeNewRecord = (): void => set(undefined);
export const useOpenNewRecord = (): Opened | undefined => useSyncExternalStore(subscribe, () => opened);
