import { useFormat } from "../../lib/i18n.tsx";

/** Unit names of Intl, e.g. “1 hour 15 minutes”. */
function useUnits(): (value: number, unit: "minute" | "hour") => string {
  const format = useFormat();
  return (value, unit) => format.number(value, { style: "unit", unit, unitDisplay: "long" });
}

/** Formats a duration. */
export function useMinutesWords(): (minutes: number) => string {
  const units = useUnits();
  return (minutes) => {
    const hours = Math.floor(minutes / 60);
    const rest = minutes % 60;
    return [hours > 0 ? units(hours, "hour") : "", rest > 0 || hours === 0 ? units(rest, "minute") : ""]
      .filter(Boolean)
      .join(" ");
  };
}
