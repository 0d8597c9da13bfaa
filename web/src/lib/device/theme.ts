import { useSyncExternalStore } from "react";
import { setCookie } from "./cookies.ts";

export type Theme = "light" | "dark";

const thirtyDaysInSeconds = 2_592_000;
const subscribers = new Set<() => void>();

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  setCookie("theme", theme, thirtyDaysInSeconds);
  for (const subscriber of subscribers) subscriber();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
