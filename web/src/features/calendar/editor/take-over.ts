import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import { sameValue } from "@kartis/core/kernel/same-value.ts";
import { type Draft, daysIn } from "./draft.ts";

/** What can be changed of a meeting, each part as a whole: the time of another day would be a time that nobody has chosen. */
const parts = {
  title: ({ title }: Draft) => title.trim(),
  start: ({ isAllDay, day, time, timeZone }: Draft) => [isAllDay, day, isAllDay ? null : time, timeZone],
  length: (draft: Draft) => (draft.isAllDay ? { days: daysIn(draft) } : { minutes: draft.minutes }),
  repeat: ({ repeat }: Draft) => repeat,
  location: ({ location }: Draft) => location.trim(),
  participants: ({ participants }: Draft) => participants,
  guests: ({ guests }: Draft) => guests,
  cardId: ({ cardId }: Draft) => cardId,
  reminder: ({ reminder }: Draft) => reminder,
  notify: ({ notify }: Draft) => notify,
  description: ({ description }: Draft) => description.trim(),
  attachments: ({ attachments }: Draft) => attachments,
} as const;
export type DraftPart = keyof typeof parts;
const names = Object.keys(parts) as DraftPart[]; // it has no other keys

export interface TakenOver {
  /** What was written here, and of everything else what is saved by now. */
  readonly draft: Draft;
  /** What both have changed, each to something else. */
  readonly contested: readonly DraftPart[];
}

const isChanged = (part: DraftPart, one: Draft, other: Draft): boolean => !sameValue(parts[part](one), parts[part](other));

/** Whether the meeting is saved as it was written. */
export const isAsWritten = (written: Draft, saved: Draft): boolean => names.every((part) => !isChanged(part, written, saved));

/** Puts what was written over what others have saved since. */
export function takenOver(before: Draft, written: Draft, newest: Draft): TakenOver {
  const isMine = (part: DraftPart) => isChanged(part, before, written);
  const from = (part: DraftPart) => (isMine(part) ? written : newest);
  const start = from("start");
  // Days have no minutes.
  const length = from("length").isAllDay === start.isAllDay ? from("length") : start;
  const { isAllDay, day, time, timeZone } = start;
  return {
    draft: {
      title: from("title").title,
      description: from("description").description,
      location: from("location").location,
      isAllDay,
      day,
      time,
      timeZone,
      minutes: length.minutes,
      lastDay: isAllDay && day !== null ? dayAfter(day, daysIn(length) - 1) : start.lastDay,
      repeat: from("repeat").repeat,
      participants: from("participants").participants,
      guests: from("guests").guests,
      cardId: from("cardId").cardId,
      reminder: from("reminder").reminder,
      notify: from("notify").notify,
      attachments: from("attachments").attachments,
    },
    contested: names.filter((part) => isMine(part) && isChanged(part, before, newest) && isChanged(part, written, newest)),
  };
}
