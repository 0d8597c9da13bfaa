import { lazy, Suspense } from "react";
import { useToastsNeeded } from "./toasts.ts";

const ToastRegion = lazy(() => import("./ToastRegion.tsx"));

/** Rendered once per app. The component that draws notifications is loaded with the first of them, and stays. */
export function Toasts() {
  if (!useToastsNeeded()) return null;
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}
