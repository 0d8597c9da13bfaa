import formIcon from "@fluentui/svg-icons/icons/form_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import type { Integration, IntegrationStatus } from "../integration.ts";
import { formsOptions } from "./queries.ts";

function useStatus(): IntegrationStatus | undefined {
  const t = useT();
  const { data } = useQuery(formsOptions());
  if (!data) return undefined;
  const manage = t("integrations.manage");
  if (data.length === 0) return { state: "off", line: t("integrations.forms.none"), action: t("integrations.setUp") };
  const attention = data.filter((form) => form.attention).length;
  if (attention > 0)
    return { state: "attention", line: t("integrations.forms.attentionCount", { count: attention }), action: manage };
  const closed = data.filter(({ state }) => state !== "active").length;
  if (closed === 0) return { state: "connected", line: t("integrations.forms.count", { count: data.length }), action: manage };
  const state = closed === data.length ? "attention" : "connected";
  return { state, line: t("integrations.forms.closedCount", { count: closed }), action: manage };
}

export const forms: Integration = {
  id: "lead-forms",
  name: "integrations.name.forms",
  about: "integrations.forms.about",
  icon: formIcon,
  group: "integrations.group.forms",
  useStatus,
  Panel: later(async () => (await withWords(["leadForms"], import("./FormsPanel.tsx"))).FormsPanel),
};
