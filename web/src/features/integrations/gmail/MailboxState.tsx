import verifiedIcon from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import type { Mailbox } from "@kartis/core/gmail/schema.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { refreshGmail } from "../../gmail/queries.ts";
import styles from "../sms/sms.module.css";
import { ConnectButton } from "./ConnectButton.tsx";

/** The connected mailbox, whether Google accepts it, and its actions. */
export function MailboxState({ mailbox }: { mailbox: Mailbox }) {
  const t = useT();
  const format = useFormat();
  const [isLeaving, setLeaving] = useState(false);
  const { email, problem, problemAt, delay, connectedAt, syncedAt } = mailbox;
  return (
    <section aria-label={t("gmail.own")}>
      <div className={styles.sender} data-waiting={problem !== null || undefined}>
        <div className={styles.senderHead}>
          {!problem && (
            <span className={styles.good}>
              <Icon of={verifiedIcon} />
            </span>
          )}
          <bdi className={styles.senderName} dir="ltr">
            {email}
          </bdi>
          <span className={styles.quiet}>{t("gmail.since", { date: format.date(connectedAt) })}</span>
        </div>
        {problem && problemAt ? (
          <p className={styles.wrong} role="alert">
            {t(`gmail.problem.${problem}`, { date: format.date(problemAt) })}
          </p>
        ) : (
          <p className={styles.quiet}>
            {delay
              ? t(`gmail.delay.${delay}`)
              : syncedAt
                ? t("gmail.synced", { time: format.relative(syncedAt) })
                : t("gmail.never")}
          </p>
        )}
        <span className={styles.buttons}>
          {problem && <ConnectButton label={t("gmail.again")} />}
          <Button size={28} variant="ghost" onPress={() => setLeaving(true)}>
            {t("gmail.disconnect")}
          </Button>
        </span>
      </div>
      {isLeaving && <DisconnectDialog email={email} onClose={() => setLeaving(false)} />}
    </section>
  );
}

function DisconnectDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const [mails, setMails] = useState<"keep" | "delete">("keep");
  async function disconnect() {
    setPending(true);
    try {
      await client.gmail.disconnect.mutate({ mails });
      onClose();
      await refreshGmail();
    } catch (failure) {
      setPending(false);
      reportFailure(failure);
    }
  }
  return (
    <FormDialog
      title={t("gmail.disconnectTitle", { email })}
      action={t("gmail.disconnect")}
      isDanger
      isAlert
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void disconnect()}
    >
      <p>{t("gmail.disconnectText")}</p>
      <RadioGroup
        label={t("gmail.mails")}
        options={(["keep", "delete"] as const).map((id) => ({ id, label: t(`gmail.mails.${id}`) }))}
        value={mails}
        onChange={(next) => setMails(next === "delete" ? "delete" : "keep")}
      />
    </FormDialog>
  );
}
