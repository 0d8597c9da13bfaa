import { type PointerEvent, useEffect, useRef } from "react";

/** Within this distance it can still become a scroll. */
const slackPixels = 12;
/** From this distance on, releasing performs the action. */
const enoughPixels = 88;

interface Given {
  readonly onEnd: (taskId: string, way: "done" | "snooze") => void;
  readonly canSwipe: (taskId: string) => boolean;
}

/**
 * Swiping a row with a finger: towards the end of the line it is done, towards its beginning it is snoozed; where one reads from the right, the other way round.
 * The browser keeps what goes up and down (`touch-action: pan-y`), and cancels the swipe when it scrolls.
 */
export function useSwipe({ onEnd, canSwipe }: Given): { onPointerDown: (event: PointerEvent<HTMLElement>) => void } {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const { target, clientX, clientY, pointerId, pointerType, isPrimary } = event;
    if (pointerType !== "touch" || !isPrimary || !(target instanceof Element)) return;
    const row = target.closest<HTMLElement>("[data-task]");
    const taskId = row?.dataset["task"];
    if (!row || taskId === undefined || !canSwipe(taskId)) return;
    const sign = getComputedStyle(row).direction === "rtl" ? -1 : 1;
    let isSwiping = false;
    let way = 0;

    function show(pixels: number) {
      way = pixels;
      row?.style.setProperty("--swipe", `${pixels}px`);
      if (row) row.dataset["swipe"] = Math.abs(pixels) < enoughPixels ? "little" : "enough";
    }
    const move = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      const [x, y] = [moved.clientX - clientX, moved.clientY - clientY];
      if (!isSwiping && Math.abs(y) > slackPixels && Math.abs(y) >= Math.abs(x)) return end();
      if (!isSwiping && Math.abs(x) < slackPixels) return undefined;
      isSwiping = true;
      show(x);
      return undefined;
    };
    function end() {
      stop.current?.();
      stop.current = undefined;
      row?.style.removeProperty("--swipe");
      delete row?.dataset["swipe"];
    }
    const up = (lifted: globalThis.PointerEvent) => {
      if (lifted.pointerId !== pointerId) return;
      const done = isSwiping ? way * sign : 0;
      end();
      if (Math.abs(done) >= enoughPixels) onEnd(taskId, done > 0 ? "done" : "snooze");
    };
    stop.current?.();
    const listening = new AbortController();
    const { signal } = listening;
    globalThis.addEventListener("pointermove", move, { signal });
    globalThis.addEventListener("pointerup", up, { signal });
    globalThis.addEventListener("pointercancel", end, { signal });
    stop.current = () => listening.abort();
  }
  return { onPointerDown };
}
