import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useLive } from "../../../lib/live/live.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { refreshWhatsApp, whatsappOptions } from "../../whatsapp/queries.ts";
import { ConnectForm } from "./ConnectForm.tsx";
import { ConnectedNumber } from "./ConnectedNumber.tsx";
import { HookValues } from "./HookValues.tsx";
import styles from "../sms/sms.module.css";

const verifyMs = 3_000;

/** The organization's number, its connection, and the values for Meta's app. */
export function WhatsAppPanel() {
  const t = useT();
  const mayManage = useCan()(["ORGANIZATION", "update"]);
  const { data, error, refetch } = useQuery({
    ...whatsappOptions(),
    // Meta verifies the address while somebody waits for that at Meta, and no change of the organization says so.
    refetchInterval: ({ state }) => (state.data?.hook && !state.data.hook.verifiedAt ? verifyMs : false),
  });
  const status = useRef<HTMLElement>(null);
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    // What was typed into is gone: the state of what was connected takes the focus.
    if (isConnected && data?.number) status.current?.focus();
  }, [isConnected, data?.number]);
  const [isChanging, setChanging] = useState(false);
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "whatsappNumber") void refreshWhatsApp();
  });
  if (!data)
    return error ? (
      <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={4} columns={["2fr", "1fr"]} />
    );
  const { number, hook } = data;
  return (
    <div className={styles.panel}>
      {number && (
        <ConnectedNumber
          ref={status}
          number={number}
          mayManage={mayManage}
          onChange={() => {
            setConnected(false);
            setChanging(true);
          }}
        />
      )}
      {mayManage && (!number || isChanging) && (
        <ConnectForm
          key={number?.version ?? 0}
          number={number}
          onDone={(isSaved) => {
            setChanging(false);
            setConnected(isSaved);
          }}
        />
      )}
      {hook && <HookValues {...hook} />}
    </div>
  );
}
