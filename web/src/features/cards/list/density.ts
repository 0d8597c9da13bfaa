import { useSyncExternalStore } from "react";

export const densities = ["compact", "default", "comfortable"] as const;
export type Density = (typeof densities)[number];

const heights: Readonly<Record<Density, string>> = { compact: "32px", default: "", comfortable: "44px" };
const storageKey = "kartis.density";
const subscribers = new Set<() => void>();

function stored(): Density {
  try {
    const read = localStorage.getItem(storageKey);
    return densities.find((density) => density === read) ?? "default";
  } catch {
    return "default";
  }
}

let current = stored();

function apply(): void {
  const { style } = document.documentElement;
  if (heights[current]) style.setProperty("--row", heights[current]);
  else style.removeProperty("--row");
}
apply();

/** Row height of this person in this browser. */
export function setDensity(density: Density): void {
  current = density;
  apply();
  try {
    localStorage.setItem(storageKey, density);
  } catch {
    // Private windows may refuse storage; it then lasts as long as the page.
  }
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export const useDensity = (): Density => useSyncExternalStore(subscribe, () => current);

/** Row height in pixels, from the current style sheets. */
export const rowHeight = (): number =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--row"), 10) || 36;
