import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import link from "@fluentui/svg-icons/icons/link_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useLive } from "../../../lib/live/live.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { SecretDialog } from "../../settings/SecretDialog.tsx";
import { EndpointDialog } from "./EndpointDialog.tsx";
import { EndpointLog } from "./EndpointLog.tsx";
import { EndpointRow } from "./EndpointRow.tsx";
import { type EndpointWithSecret, endpointsOptions, refreshWebhooks } from "./queries.ts";
import styles from "./webhooks.module.css";

/** The health of endpoints follows from deliveries, which write no journal records that would trigger a refresh. */
const refreshMs = 5_000;

function focusEndpoint(panel: HTMLElement | null, id: string): void {
  panel?.querySelector<HTMLElement>(`[data-endpoint="${id}"] button`)?.focus();
}

/** The organization's endpoints; or, with one of them open, its deliveries. */
export function WebhooksPanel() {
  const t = useT();
  const mayManage = useCan()(["ORGANIZATION", "update"]);
  const { data, error, refetch } = useQuery({ ...endpointsOptions(), refetchInterval: refreshMs });
  const [openedId, setOpenedId] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<EndpointWithSecret>();
  const panel = useRef<HTMLDivElement>(null);
  /** The endpoint whose log was closed last: its row takes the focus. */
  const [leftId, setLeftId] = useState<string>();
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "webhookEndpoint") void refreshWebhooks();
  });
  if (!data)
    return error ? (
      <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={4} columns={["2fr", "1fr"]} />
    );
  const opened = data.find(({ id }) => id === openedId);
  if (opened) return <EndpointLog endpoint={opened} onBack={() => setOpenedId(undefined)} />;
  const adding = mayManage && (
    <Button icon={add} variant={data.length === 0 ? "primary" : "secondary"} onPress={() => setAdding(true)}>
      {t("webhooks.add")}
    </Button>
  );
  return (
    <div ref={panel} className={styles.panel}>
      <p className={styles.intro}>
        {t("webhooks.intro")} <Link href="/documentation/webhooks">{t("webhooks.verify")}</Link>
      </p>
      {data.length === 0 ? (
        <EmptyState icon={link} title={t("webhooks.none")} level={3} actions={adding}>
          {t(mayManage ? "webhooks.none.text" : "webhooks.none.denied")}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.endpoints} aria-label={t("webhooks.endpoints")}>
            {data.map((endpoint) => (
              <EndpointRow
                key={endpoint.id}
                endpoint={endpoint}
                mayManage={mayManage}
                isFocused={leftId === endpoint.id}
                onOpen={() => {
                  setOpenedId(endpoint.id);
                  setLeftId(endpoint.id);
                }}
                onSecret={setMade}
              />
            ))}
          </ul>
          <div>{adding}</div>
        </>
      )}
      {isAdding && (
        <EndpointDialog
          onClose={() => setAdding(false)}
          onMade={(endpoint) => {
            setAdding(false);
            setMade(endpoint);
          }}
        />
      )}
      {made && (
        <SecretDialog
          title={t("webhooks.secret.title")}
          text={t("webhooks.secret.text")}
          secret={made.secret}
          copied={t("webhooks.secret.copied")}
          onClose={() => {
            setMade(undefined);
            // What opened the dialog, a dialog itself or a menu, is gone.
            setTimeout(() => focusEndpoint(panel.current, made.id));
          }}
        />
      )}
    </div>
  );
}
