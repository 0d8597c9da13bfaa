import type { MessageKey } from "@kartis/i18n/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { whatsappOptions } from "../../whatsapp/queries.ts";
import { Missing } from "./Missing.tsx";

/** Says that no WhatsApp number is connected, to those who may see that setting. */
export function WhatsAppMissing({ effect }: { effect: MessageKey }) {
  const t = useT();
  const can = useCan();
  const { data } = useQuery({ ...whatsappOptions(), enabled: can(["ORGANIZATION", "read"]) });
  if (!data || data.number) return null;
  const link = can(["ORGANIZATION", "update"])
    ? { href: "/settings/integrations?open=whatsapp", label: t("automations.connect") }
    : undefined;
  return (
    <Missing link={link}>
      {t("automations.missing.whatsapp")} {t(effect)}
    </Missing>
  );
}
