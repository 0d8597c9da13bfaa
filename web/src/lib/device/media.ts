import { useSyncExternalStore } from "react";

/** A media query: `isNow` for prefetching, `useIs` for rendering. */
export function media(query: string): { isNow: () => boolean; useIs: () => boolean } {
  const list = matchMedia(query);
  const subscribe = (onChange: () => void) => {
    list.addEventListener("change", onChange);
    return () => list.removeEventListener("change", onChange);
  };
  const isNow = () => list.matches;
  return { isNow, useIs: () => useSyncExternalStore(subscribe, isNow) };
}
