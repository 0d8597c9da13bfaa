import { useEffect, useState } from "react";

/**
 * Whether this tab is the one of the browser's that does what is to be done once. The tab somebody looks at takes it over; when the leading one closes, another
 * follows. Where tabs cannot agree, each leads.
 */
export function useIsLeader(name: string): boolean {
  const [isLeader, setLeader] = useState(() => !("locks" in navigator));
  useEffect(() => ("locks" in navigator ? lead(name, setLeader) : undefined), [name]);
  return isLeader;
}

function lead(name: string, say: (isLeader: boolean) => void): () => void {
  const { locks } = navigator;
  let isOver = false;
  let isLeading = false;
  let letGo: () => void = () => undefined;
  let waiting: AbortController | undefined;

  const held = () =>
    new Promise<void>((resolve) => {
      if (isOver) return resolve();
      letGo = resolve;
      isLeading = true;
      say(true);
    });
  const lost = () => {
    isLeading = false;
    if (isOver) return;
    say(false);
    queue();
  };
  function queue() {
    waiting = new AbortController();
    // Refused when it is given up for taking it over, or taken over by another tab.
    locks.request(name, { signal: waiting.signal }, held).catch(() => isLeading && lost());
  }
  function takeOver() {
    if (isLeading || isOver || document.hidden) return;
    waiting?.abort();
    locks.request(name, { steal: true }, held).catch(lost);
  }

  if (document.hidden) queue();
  else takeOver();
  addEventListener("focus", takeOver);
  document.addEventListener("visibilitychange", takeOver);
  return () => {
    isOver = true;
    removeEventListener("focus", takeOver);
    document.removeEventListener("visibilitychange", takeOver);
    waiting?.abort();
    letGo();
  };
}
