import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useLive } from "../../../lib/live/live.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Balance } from "./Balance.tsx";
import { focusSender } from "./focus-sender.ts";
import { MemberReminders } from "./MemberReminders.tsx";
import { QuietHours } from "./QuietHours.tsx";
import { refreshSms, smsOptions } from "./queries.ts";
import { SenderForm } from "./SenderForm.tsx";
import { type Sender, SenderRow } from "./SenderRow.tsx";
import styles from "./sms.module.css";

/** The organization's senders, their verification, its quiet hours and its balance. */
export function SmsPanel() {
  const t = useT();
  const mayManage = useCan()(["ORGANIZATION", "update"]);
  const { data, error, refetch } = useQuery(smsOptions());
  const section = useRef<HTMLElement>(null);
  useLive((message) => {
    if (message.kind === "batch" || ["smsSender", "smsBalance", "activity", "organization"].includes(message.subject.kind))
      void refreshSms();
  });
  if (!data)
    return error ? (
      <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={4} columns={["2fr", "1fr"]} />
    );
  const { senders, balance, obstacle, quietHours, remindsMembers } = data;
  const heirOf = (sender: Sender): Sender | null | undefined =>
    sender.isDefault ? (senders.find(({ id, verifiedAt }) => id !== sender.id && verifiedAt) ?? null) : undefined;
  /** Focuses the sender that has moved up, else the last one; without senders, the form that adds one. */
  const goOnAt = (place: number) =>
    setTimeout(() => {
      const rows = section.current?.querySelectorAll("li") ?? [];
      const row = rows[place] ?? rows[rows.length - 1];
      if (row) focusSender(row);
      else section.current?.querySelector<HTMLElement>("input, button")?.focus();
    });
  const isShut = obstacle === "noPlan" || obstacle === "disabled" || obstacle === "notOffered";
  return (
    <div className={styles.panel}>
      {isShut && (
        <p className={styles.shut}>
          {t(`sms.obstacle.${obstacle}`)}{" "}
          {obstacle !== "notOffered" && <Link href="/settings/plan-and-billing">{t("integrations.upgrade")}</Link>}
        </p>
      )}
      <section ref={section} aria-label={t("integrations.senders")}>
        <h3 className={styles.title}>
          {t("integrations.senders")} <span className={styles.quiet}>{t("integrations.senders.about")}</span>
        </h3>
        {senders.length > 0 && (
          <ul className={styles.senders}>
            {senders.map((sender, place) => (
              <SenderRow
                key={sender.id}
                sender={sender}
                mayManage={mayManage}
                heir={heirOf(sender)}
                onRemoved={() => goOnAt(place)}
              />
            ))}
          </ul>
        )}
        {mayManage && !isShut && <SenderForm isFirst={senders.length === 0} />}
      </section>
      {!isShut && <QuietHours hours={quietHours} mayManage={mayManage} />}
      {!isShut && <MemberReminders isOn={remindsMembers} mayManage={mayManage} />}
      <Balance balance={balance} />
    </div>
  );
}
