import chat from "@fluentui/svg-icons/icons/chat_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.tsx";
import type { Integration, IntegrationStatus } from "../integration.ts";
import { smsOptions } from "./queries.ts";
import { SmsPanel } from "./SmsPanel.tsx";

function useStatus(): IntegrationStatus | undefined {
  const t = useT();
  const { data } = useQuery(smsOptions());
  if (!data) return undefined;
  const { senders, obstacle, balance } = data;
  const waiting = senders.some(({ verifiedAt }) => verifiedAt === null);
  const usual = senders.find(({ isDefault }) => isDefault);
  const manage = t("integrations.manage");
  if (obstacle === "noPlan" || obstacle === "disabled")
    return { state: "notInPlan", line: t(`sms.obstacle.${obstacle}`), action: t("integrations.upgrade") };
  if (obstacle === "notOffered") return { state: "off", line: t("sms.obstacle.notOffered"), action: manage };
  if (obstacle === "noBalance") return { state: "attention", line: t("sms.obstacle.noBalance"), action: manage };
  if (waiting) return { state: "attention", line: t("integrations.sms.waits"), action: manage };
  if (!usual) return { state: "off", line: t("integrations.sms.none"), action: t("integrations.setUp") };
  const left = t("sms.left", { count: balance.left });
  return { state: "connected", line: t("integrations.sms.from", { name: usual.name, left }), action: manage };
}

export const sms: Integration = {
  id: "sms",
  name: "integrations.name.sms",
  about: "integrations.sms.about",
  icon: chat,
  group: "integrations.group.messages",
  useStatus,
  Panel: SmsPanel,
};
