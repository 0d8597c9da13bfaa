import { lazy, Suspense } from "react";
import { useToastsNeeded } from "./toasts.ts";

const ToastRegion = lazy(() => import("./ToastRegion.tsx"));

/** Once per app. What draws notifications is loaded with the first of them, and stays. */
export function Toasts() {
  if (!useToastsNeeded()) return null;
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}
