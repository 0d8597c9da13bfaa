import { parseDate, startOfWeek } from "@internationalized/date";
import { readDuePhrase } from "@kartis/core/activities/tasks/quick-add/due-phrase.ts";
import type { Language } from "@kartis/i18n/languages.ts";

interface Speaker {
  readonly language: Language;
  readonly today: string;
  /** `HH:MM` */
  readonly now: string;
  readonly locale: string;
  readonly region: string;
}

/** A day, with its time if there is one, in the words of the line for new tasks. They are a list of their own: load this lazily. */
export function readSpoken(text: string, { locale, ...speaker }: Speaker): { day: string; time: string | undefined } | undefined {
  const weekStart = startOfWeek(parseDate(speaker.today), locale).toDate("UTC").getUTCDay();
  const due = readDuePhrase(text, { ...speaker, weekStart });
  return due && { day: due.day, time: due.time ?? undefined };
}
