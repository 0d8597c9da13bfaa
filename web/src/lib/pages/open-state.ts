import { useSyncExternalStore } from "react";

/** The one dialog of its kind: any page opens it, with what it is opened for; the shell draws it. */
export function openState<Opened>() {
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
  return {
    open: (what: Opened): void => set(what),
    close: (): void => set(undefined),
    useOpened: (): Opened | undefined => useSyncExternalStore(subscribe, () => opened),
  };
}
