import link from "@fluentui/svg-icons/icons/link_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.tsx";
import type { Integration, IntegrationStatus } from "../integration.ts";
import { endpointsOptions } from "./queries.ts";
import { WebhooksPanel } from "./WebhooksPanel.tsx";

function useStatus(): IntegrationStatus | undefined {
  const t = useT();
  const { data } = useQuery(endpointsOptions());
  if (!data) return undefined;
  const manage = t("integrations.manage");
  if (data.length === 0) return { state: "off", line: t("webhooks.none"), action: t("integrations.setUp") };
  const disabled = data.filter(({ state }) => state === "disabled").length;
  if (disabled > 0) return { state: "attention", line: t("webhooks.someDisabled", { count: disabled }), action: manage };
  const failing = data.filter(({ state, failingSince }) => state === "active" && failingSince !== null).length;
  if (failing > 0) return { state: "attention", line: t("webhooks.someFailing", { count: failing }), action: manage };
  const paused = data.filter(({ state }) => state === "paused").length;
  if (paused > 0) {
    const state = paused === data.length ? "attention" : "connected";
    return { state, line: t("webhooks.somePaused", { count: paused }), action: manage };
  }
  return { state: "connected", line: t("webhooks.count", { count: data.length }), action: manage };
}

export const webhooks: Integration = {
  id: "webhooks",
  name: "integrations.name.webhooks",
  about: "webhooks.about",
  icon: link,
  group: "integrations.group.forms",
  useStatus,
  Panel: WebhooksPanel,
};
