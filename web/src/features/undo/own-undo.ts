import { useEffect, useSyncExternalStore } from "react";

/*
 * A page whose edits have an undo of their own takes the keys, whichever of the two is loaded first.
 */
let owners = 0;
const subscribers = new Set<() => void>();

function change(by: 1 | -1): void {
  owners += by;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** Called by a page that offers undo and redo itself, while it does. */
export function useOwnUndo(isOwn: boolean): void {
  useEffect(() => {
    if (!isOwn) return undefined;
    change(1);
    return () => change(-1);
  }, [isOwn]);
}

/** Whether the page that is open has an undo of its own. */
export const useHasOwnUndo = (): boolean => useSyncExternalStore(subscribe, () => owners > 0);
