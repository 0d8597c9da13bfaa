import type { NotificationEntry } from "@kartis/core/notifications/schema.ts";
import { withWords } from "../../lib/i18n.tsx";

/** Areas of the reasons for which automations fail or are stopped. */
const areas = ["automations", "errors", "validation", "sms", "whatsapp"] as const;

/** The areas with the words of the notifications' reasons; most notifications have none. */
export const reasonAreas = (entries: readonly NotificationEntry[]): readonly (typeof areas)[number][] =>
  areas.filter((area) =>
    entries.some(({ details: { message, place } }) => [message, place].some((key) => String(key ?? "").startsWith(`${area}.`))),
  );

/** Loads the words of the notifications' reasons. Without them, their text alone is shown. */
export const loadReasons = (entries: readonly NotificationEntry[]): Promise<void> =>
  withWords(reasonAreas(entries), Promise.resolve()).catch(() => undefined);
