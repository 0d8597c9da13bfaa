import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
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

/** The organization's number, its connection, and the values for Meta's app. */
export function WhatsAppPanel() {
  const t = useT();
  const mayManage = useCan()(["ORGANIZATION", "update"]);
  const { data, error, refetch } = useQuery(whatsappOptions());
  const [isChanging, setChanging] = useState(false);
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "whatsappNumber") void refreshWhatsApp();
  });
  if (!data)
    return error ? (
      <ErrorState actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={4} columns={["2fr", "1fr"]} />
    );
  const { number, hook } = data;
  return (
    <div className={styles.panel}>
      {number && <ConnectedNumber number={number} mayManage={mayManage} onChange={() => setChanging(true)} />}
      {mayManage && (!number || isChanging) && (
        <ConnectForm key={number?.version ?? 0} number={number} onDone={() => setChanging(false)} />
      )}
      {hook && <HookValues {...hook} />}
    </div>
  );
}
