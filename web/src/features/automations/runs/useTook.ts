import { useCallback } from "react";
import { useFormat } from "../../../lib/i18n.tsx";

/** Seconds; anything shorter is rounded up, to avoid showing zero. */
const shortest = 0.1;

/** A duration in its largest unit: "0.2 sec", "3 min", "2 days". */
export function useTook(): (milliseconds: number) => string {
  const format = useFormat();
  return useCallback(
    (milliseconds) => {
      const seconds = Math.max(milliseconds / 1_000, shortest);
      const [value, unit] =
        seconds < 60
          ? [seconds, "second"]
          : seconds < 3_600
            ? [seconds / 60, "minute"]
            : seconds < 86_400
              ? [seconds / 3_600, "hour"]
              : [seconds / 86_400, "day"];
      return format.number(value, { style: "unit", unit: String(unit), unitDisplay: "short", maximumFractionDigits: 1 });
    },
    [format],
  );
}
