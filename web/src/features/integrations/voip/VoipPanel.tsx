import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useLive } from "../../../lib/live/live.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { ErrorState, GatedState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { refreshVoip, voipSettingsOptions } from "../../voip/queries.ts";
import { useHasTelephony } from "../../voip/rights.ts";
import styles from "../sms/sms.module.css";
import { ConnectForm } from "./ConnectForm.tsx";
import { ConnectedProvider } from "./ConnectedProvider.tsx";
import { HookUrl } from "./HookUrl.tsx";

/** The organization's telephony provider, its connection, and the URL that it reports calls to. */
export function VoipPanel() {
  const t = useT();
  const mayManage = useCan()(["ORGANIZATION", "update"]);
  const hasTelephony = useHasTelephony();
  const { data, error, refetch } = useQuery(voipSettingsOptions());
  const status = useRef<HTMLElement>(null);
  const [isConnected, setConnected] = useState(false);
  const [isChanging, setChanging] = useState(false);
  useEffect(() => {
    // What was typed into is gone: the state of what was connected takes the focus.
    if (isConnected && data?.connection) status.current?.focus();
  }, [isConnected, data?.connection]);
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "voipConnection") void refreshVoip();
  });
  if (!data)
    return error ? (
      <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={4} columns={["2fr", "1fr"]} />
    );
  const { connection, providers, hookUrl } = data;
  const mayConnect = mayManage && hasTelephony;
  return (
    <div className={styles.panel}>
      {!hasTelephony && <GatedState level={3} />}
      {connection && (
        <ConnectedProvider
          ref={status}
          connection={connection}
          mayManage={mayManage}
          mayChange={mayConnect}
          onChange={() => {
            setConnected(false);
            setChanging(true);
          }}
        />
      )}
      {mayConnect && (!connection || isChanging) && (
        <ConnectForm
          key={connection?.version ?? 0}
          connection={connection}
          providers={providers}
          onDone={(isSaved) => {
            setChanging(false);
            setConnected(isSaved);
          }}
        />
      )}
      {connection && hookUrl && <HookUrl url={hookUrl} provider={connection.provider} />}
      {connection && (
        <p className={styles.quiet}>
          {t("voip.extensions")} <Link href="/settings/members">{t("voip.extensions.assign")}</Link>
        </p>
      )}
    </div>
  );
}
