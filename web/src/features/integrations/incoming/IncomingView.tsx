import back from "@fluentui/svg-icons/icons/arrow_left_16_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { useNameOf } from "../../people/people.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { IntakeAttention } from "../IntakeAttention.tsx";
import { useLeaving } from "../useLeaving.tsx";
import styles from "../webhooks/webhooks.module.css";
import { IncomingAddress } from "./IncomingAddress.tsx";
import { IncomingCalls } from "./IncomingCalls.tsx";
import { IncomingState } from "./IncomingRow.tsx";
import { MappingForm } from "./MappingForm.tsx";
import { MappingWaits } from "./MappingWaits.tsx";
import type { Incoming } from "./queries.ts";

/** Until the first call comes, this is asked again: calls write no record about the webhook. */
const waitingMs = 2_000;

/** One webhook: where to send, what becomes what, and what has come. */
export function IncomingView({ webhook, onBack }: { webhook: Incoming; onBack: () => void }) {
  const t = useT();
  const { onChanges, back: leave, guard } = useLeaving(onBack);
  const nameOf = useNameOf();
  const { types = [] } = useCardTypes();
  const type = types.find(({ id }) => id === webhook.typeId);
  const { data: sample } = useQuery(
    trpc.incomingWebhooks.sample.queryOptions(
      { webhookId: webhook.id },
      { refetchInterval: ({ state }) => (state.data ? false : waitingMs), staleTime: 0, meta: { quiet: true } },
    ),
  );
  return (
    <div className={styles.panel}>
      <div className={styles.logHead}>
        <IconButton icon={back} flipIcon label={t("incomingWebhooks.back")} autoFocus onPress={leave} />
        <span className={styles.logTitle}>
          <span className={styles.rowHead}>
            <h3 className={styles.name}>
              <bdi>{webhook.name}</bdi>
            </h3>
            <IncomingState webhook={webhook} />
          </span>
          <span className={styles.quiet}>{t("incomingWebhooks.actsAs", { name: nameOf(webhook.actsAs) })}</span>
        </span>
      </div>
      <IntakeAttention attention={webhook.attention} />
      <IncomingAddress webhook={webhook} />
      {type && sample && <MappingForm webhook={webhook} type={type} sample={sample} onChanges={onChanges} />}
      {sample === null && <MappingWaits url={webhook.url ?? ""} />}
      {type && <IncomingCalls key={sample ? "came" : "waits"} webhookId={webhook.id} type={type} />}
      {guard}
    </div>
  );
}
