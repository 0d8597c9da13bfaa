import type { PendingReminder } from "@kartis/core/activities/reminders/schema.ts";
import { reminderTag } from "@kartis/core/notifications/wording/tag.ts";
import { showByWorker } from "../notifications/browser-push.ts";

const shown = new Set<string>();

/**
 * Shows it outside the page too, if that is allowed and nobody looks at the page. It may come by push as well, up to a minute later: the service worker shows
 * one of each id, and where there is none, the page does.
 */
export async function notifyOutside(
  { id, remindAt, showAt, startsAt, title }: PendingReminder,
  text: string,
  href: string,
  onPress: () => void,
): Promise<void> {
  if (!("Notification" in globalThis) || Notification.permission !== "granted" || !document.hidden) return;
  const first = reminderTag(id, startsAt);
  // Only the first time comes by push, not those that follow from a snooze.
  const own = showAt === remindAt ? first : `${first}.${showAt}`;
  if (shown.has(own)) return;
  shown.add(own);
  const { lang, dir } = document.documentElement;
  const message = {
    id: own,
    tag: first,
    title,
    body: text,
    path: href,
    lang,
    dir: dir === "rtl" ? ("rtl" as const) : ("ltr" as const),
  };
  if (await showByWorker(message)) return;
  try {
    const notification = new Notification(title, { body: text, tag: first, lang, dir: message.dir });
    notification.addEventListener("click", () => {
      window.focus();
      onPress();
      notification.close();
    });
  } catch {
    // Browsers of phones have them only in service workers.
  }
}
