const dayMs = 86_400_000;

/** How long a card stays in the trash before it goes for good. */
export const trashDays = 90;

/** Days, the begun one counted, until the card goes for good; 0 when it goes with the next sweep. */
export const daysLeft = (trashedAt: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(trashedAt) - nowMs) / dayMs) + trashDays);

/** Cards that were put into the trash no later are due. */
export const dueUntil = (nowMs: number): string => new Date(nowMs - trashDays * dayMs).toISOString();

/** The day, in UTC, from whose beginning on all that was put into the trash on the day of this instant is due. */
export const dueDay = (trashedAt: string): string =>
  new Date(Date.parse(trashedAt) + (trashDays + 1) * dayMs).toISOString().slice(0, 10);
