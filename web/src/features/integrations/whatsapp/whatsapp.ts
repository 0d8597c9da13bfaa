import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.tsx";
import { usePhoneText } from "../../fields/display/PhoneNumber.tsx";
import { whatsappOptions } from "../../whatsapp/queries.ts";
import icon from "../../whatsapp/whatsapp-icon.svg?icon";
import type { Integration, IntegrationStatus } from "../integration.ts";
import { WhatsAppPanel } from "./WhatsAppPanel.tsx";
import { isolated } from "../../../lib/text-direction.ts";

function useStatus(): IntegrationStatus | undefined {
  const t = useT();
  const phoneText = usePhoneText();
  const { data } = useQuery(whatsappOptions());
  if (!data) return undefined;
  const { number } = data;
  if (!number) return { state: "off", line: t("integrations.whatsapp.none"), action: t("integrations.setUp") };
  const { problem, name, phone } = number;
  const action = t("integrations.manage");
  if (problem) return { state: "attention", line: t(`whatsapp.failure.${problem}`), action };
  return {
    state: "connected",
    line: t("integrations.whatsapp.number", { name, phone: isolated(phoneText(phone), "ltr") }),
    action,
  };
}

export const whatsapp: Integration = {
  id: "whatsapp",
  name: "integrations.name.whatsapp",
  about: "integrations.whatsapp.about",
  icon,
  group: "integrations.group.messages",
  useStatus,
  Panel: WhatsAppPanel,
};
