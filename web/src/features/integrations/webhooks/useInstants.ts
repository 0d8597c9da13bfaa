import { useMemo } from "react";
import { useFormat, useFormatHere } from "../../../lib/i18n.tsx";

/** Instants to the second, as logs have them, in the browser's time zone; and durations. */
export function useInstants() {
  const { locale } = useFormatHere();
  const format = useFormat();
  return useMemo(() => {
    const whole = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
    const timeOnly = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });
    return {
      instant: (at: string) => whole.format(new Date(at)),
      /** Without the day, if it is today. */
      soon: (at: string) => {
        const then = new Date(at);
        return (then.toDateString() === new Date().toDateString() ? timeOnly : whole).format(then);
      },
      milliseconds: (ms: number) => format.number(ms, { style: "unit", unit: "millisecond", unitDisplay: "short" }),
    };
  }, [locale, format]);
}
