import icon from "@fluentui/svg-icons/icons/call_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { voipSettingsOptions } from "../../voip/queries.ts";
import { useHasTelephony } from "../../voip/rights.ts";
import type { Integration, IntegrationStatus } from "../integration.ts";
import { useProviderName } from "./provider-name.ts";
import { useConnectionTest } from "./useConnectionTest.ts";
import { VoipPanel } from "./VoipPanel.tsx";

function useStatus(): IntegrationStatus | undefined {
  const t = useT();
  const hasTelephony = useHasTelephony();
  const providerName = useProviderName();
  const format = useFormat();
  const mayManage = useCan()(["ORGANIZATION", "update"]);
  const test = useConnectionTest();
  const { data } = useQuery(voipSettingsOptions());
  if (!data) return undefined;
  if (!hasTelephony) return { state: "notInPlan", line: t("common.gated.message"), action: t("integrations.manage") };
  const { connection } = data;
  if (!connection) return { state: "off", line: t("integrations.voip.none"), action: t("integrations.setUp") };
  const action = t("integrations.manage");
  const { problem, problemAt } = connection;
  if (problem && problemAt) {
    const line = t("voip.connection.problem", {
      date: format.date(problemAt),
      reason: t(`voip.connection.reason.${problem}`),
    });
    // Whether calls are accepted again, only a call shows.
    const retry = mayManage && problem !== "dialing" ? { label: t("voip.connection.test"), run: test } : undefined;
    return { state: "attention", line, action, retry };
  }
  return { state: "connected", line: t("integrations.voip.with", { provider: providerName(connection.provider) }), action };
}

export const voip: Integration = {
  id: "voip",
  name: "integrations.name.voip",
  about: "integrations.voip.about",
  icon,
  group: "integrations.group.messages",
  useStatus,
  Panel: VoipPanel,
};
