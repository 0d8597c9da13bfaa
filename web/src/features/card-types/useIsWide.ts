import { useSyncExternalStore } from "react";

const media = matchMedia("(min-width: 1100px)");

function subscribe(onChange: () => void): () => void {
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** Where the inspector stands beside the list; narrower, it slides over it. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => media.matches);
}
