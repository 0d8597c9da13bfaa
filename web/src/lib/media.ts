import { useSyncExternalStore } from "react";

/** Whether the window is as a media query says: once, for what is fetched ahead, and as a hook, for what is drawn. */
export function media(query: string): { isNow: () => boolean; useIs: () => boolean } {
  const list = matchMedia(query);
  const subscribe = (onChange: () => void) => {
    list.addEventListener("change", onChange);
    return () => list.removeEventListener("change", onChange);
  };
  const isNow = () => list.matches;
  return { isNow, useIs: () => useSyncExternalStore(subscribe, isNow) };
}
