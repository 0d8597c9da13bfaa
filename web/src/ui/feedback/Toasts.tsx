import { lazy, Suspense, useSyncExternalStore } from "react";
import { toastQueue } from "./toasts.ts";

const ToastRegion = lazy(() => import("./ToastRegion.tsx"));

const subscribe = (subscriber: () => void) => toastQueue.subscribe(subscriber);
let wasNeeded = false;

/** Once per app. What draws notifications is loaded with the first of them, and stays. */
export function Toasts() {
  const isNeeded = useSyncExternalStore(subscribe, () => (wasNeeded ||= toastQueue.visibleToasts.length > 0));
  if (!isNeeded) return null;
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}
