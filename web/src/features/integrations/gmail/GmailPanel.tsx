import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.tsx";
import { useLive } from "../../../lib/live/live.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { gmailOptions, refreshGmail } from "../../gmail/queries.ts";
import styles from "../sms/sms.module.css";
import { ConnectButton } from "./ConnectButton.tsx";
import { MailboxForm } from "./MailboxForm.tsx";
import { MailboxState } from "./MailboxState.tsx";
import { Outcome } from "./Outcome.tsx";

const firstReadMs = 3_000;

/** The reader's own Gmail: connecting it, what colleagues can read of it, and disconnecting it. */
export function GmailPanel() {
  const t = useT();
  const { data, error, refetch } = useQuery({
    ...gmailOptions(),
    // Reading a mailbox is no change of the organization, so nothing says when it has been read for the first time.
    refetchInterval: ({ state }) => (state.data?.mailbox && !state.data.mailbox.syncedAt ? firstReadMs : false),
  });
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "gmail") void refreshGmail();
  });
  if (!data)
    return error ? (
      <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={4} columns={["2fr", "1fr"]} />
    );
  const { isOffered, mailbox } = data;
  return (
    <div className={styles.panel}>
      <Outcome />
      {mailbox ? (
        <>
          <MailboxState mailbox={mailbox} />
          <MailboxForm key={mailbox.connectedAt} mailbox={mailbox} />
        </>
      ) : isOffered ? (
        <>
          <p>{t("gmail.about")}</p>
          <span>
            <ConnectButton label={t("gmail.connect")} />
          </span>
        </>
      ) : (
        <p className={styles.shut}>{t("gmail.notOffered")}</p>
      )}
    </div>
  );
}
