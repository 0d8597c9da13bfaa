import type { PendingReminder } from "@kartis/core/activities/reminders/schema.ts";
import { useEffect, useState } from "react";
import { everySecond } from "./every-second.ts";
import { askAgain, keepOpen, noteShown, usePendingReminders } from "./pending.ts";

/** A second that takes longer was a sleep, or the clock was set. */
const jumpMs = 5_000;

export interface Due {
  /** Time by the server's clock. */
  readonly nowMs: number;
  /** Due reminders, earliest first. */
  readonly reminders: readonly PendingReminder[];
  readonly cards: Readonly<Record<string, { readonly name: string; readonly typeId: string }>>;
}

/** The reminders whose time has come. Asked by the clock each second: timers neither last for hours nor notice that the machine slept. */
export function useDue(isLeader: boolean): Due {
  const asked = usePendingReminders(isLeader);
  const [hereMs, setHereMs] = useState(() => Date.now());
  const isWaiting = (asked?.rows.length ?? 0) > 0;
  const aheadMs = asked?.aheadMs ?? 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let last = Date.now();
    let isAsking = false;
    const look = () => {
      const now = Date.now();
      const isJump = Math.abs(now - last) > jumpMs;
      last = now;
      if (isAsking) return;
      if (!isJump) {
        noteShown(now + aheadMs);
        return setHereMs(now);
      }
      // The difference of the clocks is another now: what it says counts, not what this one said.
      isAsking = true;
      void askAgain().finally(() => {
        isAsking = false;
        setHereMs(Date.now());
      });
    };
    const stop = everySecond(look);
    document.addEventListener("visibilitychange", look);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", look);
    };
  }, [isWaiting, aheadMs]);
  const nowMs = hereMs + aheadMs;
  const reminders = asked?.rows.filter(({ showAt }) => Date.parse(showAt) <= nowMs) ?? [];
  const first = reminders[0]?.showAt;
  const isKnown = asked !== undefined;
  useEffect(() => {
    if (isKnown) keepOpen(first === undefined ? [] : [{ showAt: first }]);
  }, [isKnown, first]);
  return { nowMs, reminders, cards: asked?.cards ?? {} };
}
