import { zone } from "../tasks/days.ts";

const days = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone: zone });

/** The day of an instant where somebody looks, `YYYY-MM-DD`. */
export const dayOf = (at: string): string => days.format(new Date(at));
