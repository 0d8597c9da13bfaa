import icon from "@fluentui/svg-icons/icons/mail_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../../lib/i18n.tsx";
import { gmailOptions } from "../../gmail/queries.ts";
import type { Integration, IntegrationStatus } from "../integration.ts";
import { GmailPanel } from "./GmailPanel.tsx";
import { isolated } from "../../../lib/text-direction.ts";

function useStatus(): IntegrationStatus | undefined {
  const t = useT();
  const { data } = useQuery(gmailOptions());
  if (!data) return undefined;
  const { mailbox } = data;
  if (!mailbox) return { state: "off", line: t("integrations.gmail.none"), action: t("integrations.setUp") };
  const action = t("integrations.manage");
  if (mailbox.problem) return { state: "attention", line: t("integrations.gmail.problem"), action };
  return { state: "connected", line: isolated(mailbox.email, "ltr"), action };
}

export const gmail: Integration = {
  id: "gmail",
  name: "integrations.name.gmail",
  about: "integrations.gmail.about",
  icon,
  group: "integrations.group.messages",
  // A mailbox is a person's own: whoever writes to customers has theirs.
  right: ["COMMENTS", "create"],
  useStatus,
  Panel: GmailPanel,
};
