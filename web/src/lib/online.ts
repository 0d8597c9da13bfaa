import { useSyncExternalStore } from "react";

function subscribe(subscriber: () => void): () => void {
  addEventListener("online", subscriber);
  addEventListener("offline", subscriber);
  return () => {
    removeEventListener("online", subscriber);
    removeEventListener("offline", subscriber);
  };
}

/** Whether the browser has a network. That the server can be reached over it, no browser knows. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
