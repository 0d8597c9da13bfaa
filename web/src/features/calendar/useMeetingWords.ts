import { useFormat, useT } from "../../lib/i18n.tsx";

/** Unit names of Intl, e.g. “1 hour 15 minutes”. */
function useUnits(): (value: number, unit: "minute" | "hour" | "day") => string {
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

/** Formats the time before something at which one is reminded. */
export function useReminderWords(): (minutes: number | null) => string {
  const t = useT();
  const units = useUnits();
  return (minutes) => {
    if (minutes === null) return t("calendar.reminder.none");
    if (minutes === 0) return t("calendar.reminder.start");
    const time =
      minutes % 1440 === 0
        ? units(minutes / 1440, "day")
        : minutes % 60 === 0
          ? units(minutes / 60, "hour")
          : units(minutes, "minute");
    return t("calendar.reminder.before", { time });
  };
}
