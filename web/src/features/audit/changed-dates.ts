import type { MeetingException } from "@kartis/core/activities/meetings/meeting.ts";

type Values = Readonly<Record<string, unknown>> | null;

/** A changed date of a series by what is other about it, and its guests by who they are. */
function differenceOf({ type, day: _, ...one }: MeetingException, removed: string): unknown {
  if (type === "removed") return removed;
  const { guests, ...rest } = one as Omit<Extract<MeetingException, { type: "changed" }>, "type" | "day">; // of that type
  if (!guests) return rest;
  const guestsAdded = guests.added.map(({ name, cardId, email }) => cardId ?? name ?? email);
  // They are guests of the series, of whom this record may not say more.
  const guestsRemoved = guests.removed.length || undefined;
  return { ...rest, guestsAdded, guestsRemoved };
}

/** The values with the changed dates of a series by their days, so that each is compared with itself. @param removed what stands for a date that was removed */
export function withDatesByDay(values: Values, removed: string): Values {
  const exceptions = values?.["exceptions"];
  if (!Array.isArray(exceptions)) return values;
  const dates = (exceptions as readonly MeetingException[]).map((one) => [one.day, differenceOf(one, removed)]); // as they were made
  return { ...values, exceptions: Object.fromEntries(dates) };
}
