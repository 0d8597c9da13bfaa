import { isUndelivered } from "@kartis/core/automations/rules.ts";
import type { RunSubject } from "@kartis/core/automations/run-schema.ts";
import { deliveries as mailDeliveries } from "@kartis/core/activities/mails/rules.ts";
import { smsDeliveries } from "@kartis/core/activities/sms/rules.ts";
import { whatsappDeliveries } from "@kartis/core/activities/whatsapp/rules.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Link } from "../../../ui/actions/Link.tsx";
import styles from "./runs.module.css";

/** How far the delivery of a message has come, and where somebody decides about one that did not arrive or may not have arrived. */
export function Delivery({ of }: { of: RunSubject | undefined }) {
  const t = useT();
  const can = useCan();
  const words = of && wordsOf(of, t);
  if (!words) return null;
  const isOpen = isUndelivered(of.delivery);
  return (
    <span className={styles.delivery} data-open={isOpen || undefined}>
      {words}
      {isOpen && can(["ORGANIZATION", "update"]) && <Link href="/settings/outgoing">{t("sms.decide")}</Link>}
    </span>
  );
}

function wordsOf({ activityType, delivery }: RunSubject, t: Translate): string | undefined {
  if (activityType === "MAIL") {
    const known = mailDeliveries.find((one) => one === delivery);
    return known && t(`timeline.mail.delivery.${known}`);
  }
  if (activityType === "SMS") {
    const known = smsDeliveries.find((one) => one === delivery);
    // The time until which it waits is shown on the card.
    return known && (known === "waiting" ? t("automationRuns.state.waiting") : t(`sms.delivery.${known}`));
  }
  const known = activityType === "WHATSAPP" ? whatsappDeliveries.find((one) => one === delivery) : undefined;
  return known && t(`whatsapp.delivery.${known}`);
}
