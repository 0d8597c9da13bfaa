import { zone } from "../dates/days.ts";

const days = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone });

/** The day of an instant in the browser's time zone, `YYYY-MM-DD`. */
export const dayOf = (at: string): string => days.format(new Date(at));
