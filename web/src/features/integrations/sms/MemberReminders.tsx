import { client } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Switch } from "../../../ui/inputs/Switch.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { refreshSms } from "./queries.ts";
import styles from "./sms.module.css";

/** Whether members may be reminded by SMS from the organization's balance. */
export function MemberReminders({ isOn, mayManage }: { isOn: boolean; mayManage: boolean }) {
  const t = useT();
  const title = t("integrations.memberReminders");
  const switching = useSaving(async () => {
    try {
      await client.sms.setMemberReminders.mutate({ isOn: !isOn });
    } finally {
      // It may be done although the answer was lost.
      await refreshSms();
    }
  });
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.quiet}>{t("integrations.memberReminders.about")}</p>
      {mayManage ? (
        <div className={styles.hours}>
          <Switch isSelected={isOn} isDisabled={switching.isPending} onChange={() => void switching.submit()}>
            {t("integrations.memberReminders.on")}
          </Switch>
        </div>
      ) : (
        <p>{t(isOn ? "integrations.memberReminders.isOn" : "integrations.memberReminders.isOff")}</p>
      )}
    </section>
  );
}
