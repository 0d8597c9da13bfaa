import { connection } from "./fetch-again.ts";

/**
 * Code that the first screen does not need is fetched once that screen is drawn, so that its first use is instant and the screen never waits for it.
 */
const waiting: (() => unknown)[] = [];
let isStanding = false;

function whenIdle(load: () => unknown): void {
  const loadOnline = () => void connection().then(load);
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === "function") requestIdleCallback(loadOnline, { timeout: 2000 });
  else setTimeout(loadOnline, 200);
}

export function afterFirstScreen(load: () => unknown): void {
  if (isStanding) whenIdle(load);
  else waiting.push(load);
}

/** A page calls it when its data is drawn. */
export function firstScreenStands(): void {
  if (!isStanding) performance.mark("first-screen");
  isStanding = true;
  for (const load of waiting.splice(0)) whenIdle(load);
}
