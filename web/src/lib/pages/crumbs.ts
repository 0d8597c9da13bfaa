import { useEffect, useSyncExternalStore } from "react";

export interface Crumb {
  label: string;
  /** Leave out for the current page. */
  href?: string;
}

let crumbs: readonly Crumb[] = [];
const subscribers = new Set<() => void>();

function setCrumbs(next: readonly Crumb[]): void {
  crumbs = next;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** A page says where it stands; the top bar shows it. The last crumb is the page itself. */
export function useCrumbs(next: readonly Crumb[]): void {
  const text = JSON.stringify(next);
  useEffect(() => {
    setCrumbs(next);
    // The list is new on every render; its text is not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);
}

export function useCurrentCrumbs(): readonly Crumb[] {
  return useSyncExternalStore(subscribe, () => crumbs);
}
