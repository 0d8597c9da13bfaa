import { isWebhookEvent } from "@kartis/core/outgoing-webhooks/rules.ts";
import { useT } from "../../../lib/i18n.tsx";

/** Returns an event's text. */
export function useEventName(): (event: string) => string {
  const t = useT();
  return (event) => (isWebhookEvent(event) ? t(`webhooks.event.${event}`) : t("webhooks.event.test"));
}
