import { dayMs } from "../../kernel/time-units.ts";

/** Days that a card stays in the trash before it is deleted permanently. */
export const trashDays = 90;

/** Days left, including the current one, until the card goes for good; 0 when it goes with the next sweep. */
export const daysLeft = (trashedAt: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(trashedAt) - nowMs) / dayMs) + trashDays);

/** Cards trashed no later than this are due. */
export const dueUntil = (nowMs: number): string => new Date(nowMs - trashDays * dayMs).toISOString();

/** The UTC day from whose beginning everything trashed on the day of this instant is due. */
export const dueDay = (trashedAt: string): string =>
  new Date(Date.parse(trashedAt) + (trashDays + 1) * dayMs).toISOString().slice(0, 10);

/** Days that an uploaded file is kept while the activity that it was uploaded for does not exist. */
export const unsentDays = 7;

/** The UTC day from which unsent files that were uploaded at this instant may be deleted. */
export const unsentDay = (uploadedAt: string): string =>
  new Date(Date.parse(uploadedAt) + (unsentDays + 1) * dayMs).toISOString().slice(0, 10);
