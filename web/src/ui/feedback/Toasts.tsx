import { later } from "../../lib/later.tsx";
import { useToastsNeeded } from "../../lib/toasts/toasts.ts";

const ToastRegion = later(async () => (await import("./ToastRegion.tsx")).default);

/** Ahead of the first notification, which may be about a lost connection: its style sheet would not come then. */
export const preloadToastRegion = ToastRegion.preload;

/** Rendered once per app. The component that draws notifications stays once there was one. */
export const Toasts = () => useToastsNeeded() && <ToastRegion />;
