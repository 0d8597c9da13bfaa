import { mostParts } from "@kartis/core/activities/sms/rules.ts";
import type { SmsSize } from "@kartis/core/sms/rules.ts";
import { useT } from "../../../lib/i18n.tsx";
import styles from "../message-templates.module.css";

/** How many SMS the text is sent as with these values, how full they are, and why they hold less than usual. */
export function SizeOfSms({ size: { segments, used, room, alphabet } }: { size: SmsSize }) {
  const t = useT();
  const isTooLong = segments > mostParts;
  return (
    <div className={styles.size}>
      <p className={styles.sizeLine}>
        <strong>{t("messageTemplates.preview.sms", { count: segments })}</strong>
        {segments > 0 && <span className={styles.quiet}>{t("messageTemplates.preview.smsSize", { used, room })}</span>}
      </p>
      {segments > 0 && !isTooLong && <meter className={styles.meter} min={0} max={room} value={used} aria-hidden="true" />}
      {isTooLong && (
        <p className={styles.problem} role="alert">
          {t("validation.smsTooLong")}
        </p>
      )}
      {alphabet === "ucs2" && <p className={styles.quiet}>{t("messageTemplates.preview.smsUcs2")}</p>}
    </div>
  );
}
