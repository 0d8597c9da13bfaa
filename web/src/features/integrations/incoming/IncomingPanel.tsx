import icon from "@fluentui/svg-icons/icons/arrow_import_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../lib/api.ts";
import { type IntakeWords, IntakesPanel } from "../IntakesPanel.tsx";
import { IncomingRow } from "./IncomingRow.tsx";
import { IncomingView } from "./IncomingView.tsx";
import { incomingOptions, refreshIncoming } from "./queries.ts";

const words: IntakeWords = {
  intro: "incomingWebhooks.intro",
  how: "incomingWebhooks.how",
  none: "incomingWebhooks.none",
  noneText: "incomingWebhooks.none.text",
  noneDenied: "incomingWebhooks.none.denied",
  list: "incomingWebhooks.list",
  add: "incomingWebhooks.add",
  name: "incomingWebhooks.name",
  nameAbout: "incomingWebhooks.name.about",
  type: "incomingWebhooks.type",
};

/** The organization's incoming webhooks; or, with one of them open, its mapping and its calls. */
export function IncomingPanel() {
  const { data, error } = useQuery(incomingOptions());
  return (
    <IntakesPanel
      intakes={data}
      error={error}
      refresh={refreshIncoming}
      subject="incomingWebhook"
      icon={icon}
      words={words}
      documentation="/documentation/webhooks"
      create={client.incomingWebhooks.create.mutate}
      row={(webhook, state) => <IncomingRow key={webhook.id} webhook={webhook} {...state} />}
      view={(webhook, onBack) => <IncomingView key={webhook.id} webhook={webhook} onBack={onBack} />}
    />
  );
}
