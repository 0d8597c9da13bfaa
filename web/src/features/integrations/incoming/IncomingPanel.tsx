import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import incomingIcon from "@fluentui/svg-icons/icons/arrow_import_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useLive } from "../../../lib/live/live.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import styles from "../webhooks/webhooks.module.css";
import { AddIncoming } from "./AddIncoming.tsx";
import { IncomingRow } from "./IncomingRow.tsx";
import { IncomingView } from "./IncomingView.tsx";
import { incomingOptions, refreshIncoming } from "./queries.ts";

/** The organization's incoming webhooks; or, with one of them open, its mapping and its calls. */
export function IncomingPanel() {
  const t = useT();
  const mayManage = useCan()(["ORGANIZATION", "update"]);
  const { data, error, refetch } = useQuery(incomingOptions());
  const [openedId, setOpenedId] = useState<string>();
  /** The one that was closed last: its row takes the focus. */
  const [leftId, setLeftId] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "incomingWebhook") void refreshIncoming();
  });
  if (!data)
    return error ? (
      <ErrorState actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={4} columns={["2fr", "1fr"]} />
    );
  function open(id: string) {
    setOpenedId(id);
    setLeftId(id);
  }
  const opened = data.find(({ id }) => id === openedId);
  if (opened && mayManage) return <IncomingView key={opened.id} webhook={opened} onBack={() => setOpenedId(undefined)} />;
  const adding = mayManage && (
    <Button icon={add} variant={data.length === 0 ? "primary" : "secondary"} onPress={() => setAdding(true)}>
      {t("incomingWebhooks.add")}
    </Button>
  );
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>
        {t("incomingWebhooks.intro")} <Link href="/documentation/webhooks">{t("incomingWebhooks.how")}</Link>
      </p>
      {data.length === 0 ? (
        <EmptyState icon={incomingIcon} title={t("incomingWebhooks.none")} level={3} actions={adding}>
          {t(mayManage ? "incomingWebhooks.none.text" : "incomingWebhooks.none.denied")}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.endpoints} aria-label={t("incomingWebhooks.list")}>
            {data.map((webhook) => (
              <IncomingRow
                key={webhook.id}
                webhook={webhook}
                mayManage={mayManage}
                isFocused={leftId === webhook.id}
                onOpen={() => open(webhook.id)}
              />
            ))}
          </ul>
          <div>{adding}</div>
        </>
      )}
      {isAdding && (
        <AddIncoming
          onClose={() => setAdding(false)}
          onMade={(id) => {
            setAdding(false);
            open(id);
          }}
        />
      )}
    </div>
  );
}
