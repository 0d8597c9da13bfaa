import { useSyncExternalStore } from "react";

function subscribe(subscriber: () => void): () => void {
  addEventListener("online", subscriber);
  addEventListener("offline", subscriber);
  return () => {
    removeEventListener("online", subscriber);
    removeEventListener("offline", subscriber);
  };
}

/** Whether the browser has a network. No browser knows whether the server can be reached over it. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
