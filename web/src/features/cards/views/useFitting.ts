import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Pixels for the More button and the one that adds. */
const reserved = 104;

interface Fitting {
  ref: RefObject<HTMLElement | null>;
  isAway: (at: number) => boolean;
  away: readonly number[];
}

/**
 * Finds the tabs of a row that do not fit. The tabs are measured when they are new, all of them; the active one always has room.
 * @param names what their widths depend on.
 */
export function useFitting(names: string, count: number, active: number): Fitting {
  const ref = useRef<HTMLElement>(null);
  const widths = useRef<{ names: string; list: number[] }>({ names: "", list: [] });
  const [away, setAway] = useState<readonly number[]>([]);

  useLayoutEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    function fit() {
      if (!row) return;
      if (widths.current.names !== names) {
        // Those that are away keep their width: they are hidden, not gone.
        const list = [...row.querySelectorAll<HTMLElement>("[data-tab]")].map((tab) => tab.offsetWidth);
        widths.current = { names, list };
      }
      const { list } = widths.current;
      const whole = list.reduce((sum, width) => sum + width, 0);
      let room = row.clientWidth - (whole + 36 <= row.clientWidth ? 36 : reserved) - (list[active] ?? 0);
      let isFull = false;
      const next = list.flatMap((width, at) => {
        if (at === active) return [];
        room -= width;
        isFull ||= room < 0;
        return isFull ? [at] : [];
      });
      setAway((now) => (now.join() === next.join() ? now : next));
    }
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(row);
    return () => observer.disconnect();
  }, [names, active, count]);

  return { ref, away, isAway: (at) => away.includes(at) };
}
