const dayMs = 86_400_000;

/** How long a card stays in the trash before it goes for good. */
export const trashDays = 90;

/** Days left, including the current one, until the card goes for good; 0 when it goes with the next sweep. */
export const daysLeft = (trashedAt: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(trashedAt) - nowMs) / dayMs) + trashDays);

/** Cards trashed no later than this are due. */
export const dueUntil = (nowMs: number): string => new Date(nowMs - trashDays * dayMs).toISOString();

/** The UTC day from whose beginning everything trashed on the day of this instant is due. */
export const dueDay = (trashedAt: string): string =>
  new Date(Date.parse(trashedAt) + (trashDays + 1) * dayMs).toISOString().slice(0, 10);

/** How long a file waits for the comment, the mail, the task or the meeting that it was uploaded for. */
export const unsentDays = 7;

/** The UTC day from whose beginning files uploaded on the day of this instant have waited for long enough. */
export const unsentDay = (uploadedAt: string): string =>
  new Date(Date.parse(uploadedAt) + (unsentDays + 1) * dayMs).toISOString().slice(0, 10);
