import { everyEvent } from "@kartis/core/outgoing-webhooks/rules.ts";
import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { HookRow } from "../HookRow.tsx";
import { EndpointDialog } from "./EndpointDialog.tsx";
import { EndpointState, StateReason } from "./EndpointState.tsx";
import { type Endpoint, type EndpointWithSecret, refreshWebhooks } from "./queries.ts";
import styles from "./webhooks.module.css";

type Asking = "edit" | "rotate" | "remove";

interface EndpointRowProps {
  endpoint: Endpoint;
  mayManage: boolean;
  isFocused: boolean;
  onOpen: () => void;
  onSecret: (rotated: EndpointWithSecret) => void;
}

/** An endpoint: pressing it opens its log; its menu has its actions. */
export function EndpointRow({ endpoint, mayManage, isFocused, onOpen, onSecret }: EndpointRowProps) {
  const t = useT();
  const [asking, setAsking] = useState<Asking>();
  const { id: endpointId, url, description, events, state } = endpoint;
  const name = description || url;
  const close = () => setAsking(undefined);
  const turn = (next: "active" | "paused") =>
    void client.webhooks.update.mutate({ endpointId, state: next }).then(refreshWebhooks, reportFailure);
  const head = (
    <>
      <span className={styles.rowHead}>
        <bdi className={styles.name}>{name}</bdi>
        <EndpointState endpoint={endpoint} />
      </span>
      {description && (
        <bdi dir="ltr" className={styles.url}>
          {url}
        </bdi>
      )}
      <span className={styles.quiet}>
        {events.some((event) => event === everyEvent)
          ? t("webhooks.events.all")
          : t("webhooks.events.count", { count: events.length })}
      </span>
      <StateReason endpoint={endpoint} />
    </>
  );
  return (
    <HookRow
      id={endpointId}
      head={head}
      mayManage={mayManage}
      isFocused={isFocused}
      onOpen={onOpen}
      actions={t("webhooks.actions", { name })}
      items={
        <>
          <MenuItem onAction={onOpen}>{t("webhooks.log")}</MenuItem>
          <MenuItem onAction={() => setAsking("edit")}>{t("common.edit")}</MenuItem>
          {state === "active" ? (
            <MenuItem onAction={() => turn("paused")}>{t("webhooks.pause")}</MenuItem>
          ) : (
            <MenuItem onAction={() => turn("active")}>{t(state === "paused" ? "webhooks.resume" : "webhooks.enable")}</MenuItem>
          )}
          <MenuItem onAction={() => setAsking("rotate")}>{t("webhooks.rotate")}</MenuItem>
          <MenuSeparator />
          <MenuItem tone="danger" onAction={() => setAsking("remove")}>
            {t("webhooks.remove")}
          </MenuItem>
        </>
      }
    >
      {asking === "edit" && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {asking === "rotate" && (
        <AskDialog
          title={t("webhooks.rotateTitle")}
          action={t("webhooks.rotate")}
          text={t("webhooks.rotateText")}
          onClose={close}
          onSubmit={async () => {
            onSecret(await client.webhooks.rotateSecret.mutate({ endpointId }));
            await refreshWebhooks();
          }}
        />
      )}
      {asking === "remove" && (
        <AskDialog
          title={t("webhooks.removeTitle", { name })}
          action={t("webhooks.remove")}
          text={t("webhooks.removeText")}
          isDanger
          onClose={close}
          onSubmit={() => client.webhooks.remove.mutate({ endpointId }).then(refreshWebhooks)}
        />
      )}
    </HookRow>
  );
}
