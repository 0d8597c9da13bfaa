import incomingIcon from "@fluentui/svg-icons/icons/arrow_import_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.tsx";
import type { Integration, IntegrationStatus } from "../integration.ts";
import { IncomingPanel } from "./IncomingPanel.tsx";
import { incomingOptions } from "./queries.ts";

function useStatus(): IntegrationStatus | undefined {
  const t = useT();
  const { data } = useQuery(incomingOptions());
  if (!data) return undefined;
  const manage = t("integrations.manage");
  if (data.length === 0) return { state: "off", line: t("incomingWebhooks.none"), action: t("integrations.setUp") };
  const attention = data.filter((webhook) => webhook.attention).length;
  if (attention > 0)
    return { state: "attention", line: t("incomingWebhooks.attentionCount", { count: attention }), action: manage };
  const paused = data.filter(({ state }) => state === "paused").length;
  if (paused > 0) {
    const state = paused === data.length ? "attention" : "connected";
    return { state, line: t("incomingWebhooks.somePaused", { count: paused }), action: manage };
  }
  const isUnmapped = data.some(({ mapping }) => mapping.length === 0);
  if (isUnmapped) return { state: "attention", line: t("incomingWebhooks.state.unmapped"), action: manage };
  return { state: "connected", line: t("incomingWebhooks.count", { count: data.length }), action: manage };
}

export const incoming: Integration = {
  id: "incoming-webhooks",
  name: "integrations.name.incoming",
  about: "incomingWebhooks.about",
  icon: incomingIcon,
  group: "integrations.group.forms",
  useStatus,
  Panel: IncomingPanel,
};
