import type { Translate } from "@kartis/i18n/translate.ts";

/** Text for a reminder a number of minutes before; null for none. */
export function reminderWords(minutes: number | null, t: Translate): string {
  if (minutes === null) return t("reminders.none");
  if (minutes === 60) return t("reminders.hour");
  if (minutes === 1_440) return t("reminders.day");
  return t("reminders.minutes", { minutes });
}
