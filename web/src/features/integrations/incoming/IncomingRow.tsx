import { useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import { MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { AskDialog } from "../AskDialog.tsx";
import { HookRow } from "../HookRow.tsx";
import styles from "../webhooks/webhooks.module.css";
import { type Incoming, refreshIncoming } from "./queries.ts";

/** Whether it takes calls and makes cards of them, in a word. */
export function IncomingState({ webhook: { state, mapping, attention } }: { webhook: Incoming }) {
  const t = useT();
  if (attention) return <Pill hue="red">{t("integrations.state.attention")}</Pill>;
  const shown = state === "active" && mapping.length === 0 ? "unmapped" : state;
  const hue = ({ active: "green", unmapped: "amber", paused: "slate" } as const)[shown];
  return <Pill hue={hue}>{t(`incomingWebhooks.state.${shown}`)}</Pill>;
}

interface IncomingRowProps {
  webhook: Incoming;
  mayManage: boolean;
  isFocused: boolean;
  onOpen: () => void;
}

/** A webhook: pressing it opens it; its menu has its actions. */
export function IncomingRow({ webhook, mayManage, isFocused, onOpen }: IncomingRowProps) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const [isRemoving, setRemoving] = useState(false);
  const { id: webhookId, version: expectedVersion, name, typeId, state, attention } = webhook;
  const turn = (next: "active" | "paused") =>
    void client.incomingWebhooks.update.mutate({ webhookId, expectedVersion, state: next }).then(refreshIncoming, reportFailure);
  const head = (
    <>
      <span className={styles.rowHead}>
        <bdi className={styles.name}>{name}</bdi>
        <IncomingState webhook={webhook} />
      </span>
      <bdi className={styles.quiet}>{types.find(({ id }) => id === typeId)?.pluralName}</bdi>
      {attention && (
        <span className={styles.quiet} data-health="disabled">
          {t(`incomingWebhooks.attention.${attention}`)}
        </span>
      )}
      {state === "paused" && <span className={styles.quiet}>{t("incomingWebhooks.pausedText")}</span>}
    </>
  );
  return (
    <HookRow
      id={webhookId}
      head={head}
      mayManage={mayManage}
      isFocused={isFocused}
      onOpen={onOpen}
      actions={t("incomingWebhooks.actions", { name })}
      items={
        <>
          <MenuItem onAction={onOpen}>{t("incomingWebhooks.open")}</MenuItem>
          <MenuItem onAction={() => turn(state === "active" ? "paused" : "active")}>
            {t(state === "active" ? "incomingWebhooks.pause" : "incomingWebhooks.resume")}
          </MenuItem>
          <MenuSeparator />
          <MenuItem tone="danger" onAction={() => setRemoving(true)}>
            {t("incomingWebhooks.remove")}
          </MenuItem>
        </>
      }
    >
      {isRemoving && (
        <AskDialog
          title={t("incomingWebhooks.removeTitle", { name })}
          action={t("incomingWebhooks.remove")}
          text={t("incomingWebhooks.removeText")}
          isDanger
          onClose={() => setRemoving(false)}
          onSubmit={() => client.incomingWebhooks.remove.mutate({ webhookId }).then(refreshIncoming)}
        />
      )}
    </HookRow>
  );
}
