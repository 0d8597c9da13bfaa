import { useSyncExternalStore } from "react";

const media = matchMedia("(max-width: 767px)");

function subscribe(onChange: () => void): () => void {
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** For what is fetched ahead; what is drawn follows the width by the hook. */
export const isPhoneNow = (): boolean => media.matches;

/** Where tables become lists of two lines, and filters a sheet (DESIGN.md section 10). */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhoneNow);
}
