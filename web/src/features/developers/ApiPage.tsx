import { useRouter, useRouterState } from "@tanstack/react-router";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { useTitle } from "../../lib/pages/title.ts";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/collections/Tabs.tsx";
import { Permitted } from "../settings/Permitted.tsx";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import styles from "./developers.module.css";
import { Explorer } from "./Explorer.tsx";
import { Tokens } from "./Tokens.tsx";

/** `/settings/api`: tokens, and with `operation` the explorer of the operations they can call. */
export function ApiPage() {
  return (
    <Permitted right={["ORGANIZATION", "read"]}>
      <Page />
    </Permitted>
  );
}

function Page() {
  const t = useT();
  const router = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> }); // as the address has it
  const operationId = typeof search["operation"] === "string" ? search["operation"] : undefined;
  const tab = search["tab"] === "explorer" || operationId ? "explorer" : "tokens";
  useTitle(t("developers.title"));
  useCrumbs([{ label: t("settings.title"), href: "/settings" }, { label: t("developers.title") }]);
  const go = (next: Record<string, string>) => void router.navigate({ to: "/settings/api", search: next });
  return (
    <div className={styles.page}>
      <SettingsHeader title={t("developers.title")} />
      <Tabs selectedKey={tab} onSelectionChange={(key) => go(key === "explorer" ? { tab: "explorer" } : {})}>
        <TabList aria-label={t("developers.title")}>
          <Tab id="tokens">{t("developers.tokens")}</Tab>
          <Tab id="explorer">{t("developers.explorer")}</Tab>
        </TabList>
        <TabPanel id="tokens">
          <Tokens />
        </TabPanel>
        <TabPanel id="explorer">
          <Explorer
            operationId={operationId}
            onChoose={(operation) => go(operation ? { tab: "explorer", operation } : { tab: "explorer" })}
          />
        </TabPanel>
      </Tabs>
    </div>
  );
}
