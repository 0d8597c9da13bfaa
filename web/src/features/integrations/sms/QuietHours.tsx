import type { QuietHours as Hours } from "@kartis/core/sms/schema.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { TimeField } from "../../../ui/inputs/DateField.tsx";
import { Switch } from "../../../ui/inputs/Switch.tsx";
import { changesBetween, LeaveGuard } from "../../settings/LeaveGuard.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { openIntegration } from "../useLeaving.tsx";
import { refreshSms } from "./queries.ts";
import styles from "./sms.module.css";

const usual: Hours = { from: "22:00", until: "08:00" };

/** The hours of the recipient's day in which automatic SMS wait. */
export function QuietHours({ hours, mayManage }: { hours: Hours | null; mayManage: boolean }) {
  const t = useT();
  const format = useFormat();
  const title = t("integrations.quiet");
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.quiet}>
        {t("integrations.quiet.about")} {t("integrations.quiet.zones")}
      </p>
      {mayManage ? (
        <QuietHoursForm hours={hours} />
      ) : (
        <p>
          {hours
            ? t("integrations.quiet.are", { from: format.timeOfDay(hours.from), until: format.timeOfDay(hours.until) })
            : t("integrations.quiet.off")}
        </p>
      )}
    </section>
  );
}

function QuietHoursForm({ hours }: { hours: Hours | null }) {
  const t = useT();
  /** What is typed and not saved. */
  const [typed, setTyped] = useState<{ readonly [Key in keyof Hours]?: string | null }>({});
  const { from, until } = { ...(hours ?? usual), ...typed };
  const { isPending, fields, submit, clear } = useSaving(async () => {
    await client.sms.setQuietHours.mutate({ hours: { from: from ?? "", until: until ?? "" } });
    await refreshSms();
    setTyped({});
  });
  const changes = hours ? changesBetween(hours, { from, until }) : 0;
  const switching = useSaving(async () => {
    await client.sms.setQuietHours.mutate({ hours: hours ? null : usual });
    await refreshSms();
  });
  const change = (part: Partial<typeof typed>) => {
    setTyped((now) => ({ ...now, ...part }));
    clear("hours.from");
    clear("hours.until");
  };
  return (
    <form
      className={styles.hours}
      aria-label={t("integrations.quiet")}
      noValidate
      // The segments of a time are no inputs, by which a browser would send a form, and their group keeps the key to itself.
      onKeyDownCapture={(event) => {
        if (event.key !== "Enter" || !(event.target instanceof Element) || !event.target.matches('[role="spinbutton"]')) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Switch isSelected={hours !== null} isDisabled={switching.isPending} onChange={() => void switching.submit()}>
        {t("integrations.quiet.on")}
      </Switch>
      {hours && (
        <div className={styles.hoursFields}>
          <TimeField
            label={t("integrations.quiet.from")}
            value={from}
            errorMessage={fields["hours.from"]}
            onChange={(next) => change({ from: next })}
          />
          <TimeField
            label={t("integrations.quiet.until")}
            value={until}
            errorMessage={fields["hours.until"]}
            onChange={(next) => change({ until: next })}
          />
          {/* It stays when it has been pressed, and so does the focus. */}
          <Button variant={changes > 0 ? "primary" : "secondary"} type="submit" isPending={isPending}>
            {t("common.save")}
          </Button>
        </div>
      )}
      <LeaveGuard changes={changes} keyOf={openIntegration} isSaving={isPending} />
    </form>
  );
}
