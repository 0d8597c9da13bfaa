import type { PendingReminder } from "@kartis/core/activities/reminders/schema.ts";

const shown = new Set<string>();

/** Says it outside the page too, where that is allowed and nobody looks at the page. The browser shows one of each name. */
export function notifyOutside({ id, day, remindAt, showAt, title }: PendingReminder, text: string, onPress: () => void): void {
  if (!("Notification" in globalThis) || Notification.permission !== "granted" || !document.hidden) return;
  const tag = `${id}.${day ?? ""}.${remindAt}.${showAt}`;
  if (shown.has(tag)) return;
  shown.add(tag);
  try {
    const notification = new Notification(title, { body: text, tag });
    notification.addEventListener("click", () => {
      window.focus();
      onPress();
      notification.close();
    });
  } catch {
    // Browsers of phones have them only in service workers.
  }
}
