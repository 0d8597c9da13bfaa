import { lazy, Suspense } from "react";
import { fetchOr } from "../../lib/fetch-again.ts";
import { useToastsNeeded } from "./toasts.ts";

const NoRegion = () => <></>;
const ToastRegion = lazy(() =>
  fetchOr(
    () => import("./ToastRegion.tsx"),
    () => ({ default: NoRegion }),
  ),
);

/** Rendered once per app. The component that draws notifications is loaded with the first of them, and stays. */
export function Toasts() {
  if (!useToastsNeeded()) return null;
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}
