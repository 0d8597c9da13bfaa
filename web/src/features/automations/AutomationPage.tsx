import { isId } from "@kartis/core/kernel/id-form.ts";
import type { AutomationId } from "@kartis/core/automations/schema.ts";
import { causingUser } from "@kartis/core/automations/conditions/settle.ts";
import { currentUser } from "@kartis/core/views/rules.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import Failure from "../../ui/pages/Failure.tsx";
import { useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { SpecialPeople } from "../cards/filters/special-people.ts";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Builder } from "./builder/Builder.tsx";
import { Frame, type Tab, tabs } from "./Frame.tsx";
import { Gate } from "./Gate.tsx";
import { automationOptions, useLiveAutomations } from "./queries.ts";

const SimulationTab = later(
  async () => (await import("./simulation/SimulationTab.tsx")).SimulationTab,
  <SkeletonRows rows={8} columns={["1fr"]} />,
);
const RunsTab = later(async () => (await import("./runs/RunsTab.tsx")).RunsTab, <SkeletonRows rows={8} />);
const VersionsTab = later(async () => (await import("./versions/VersionsTab.tsx")).VersionsTab, <SkeletonRows rows={8} />);

const contents = { simulation: SimulationTab, runs: RunsTab, versions: VersionsTab } as const;

/** `/automations/{id}`, and below it `/simulation`, `/runs` and `/versions`. */
export function AutomationPage() {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const { automationId, tab = "build" } = params;
  const t = useT();
  const people = useMemo(
    () => [
      { id: currentUser, label: t("automations.publisher") },
      { id: causingUser, label: t("automations.cause") },
    ],
    [t],
  );
  const shown = tabs.find((one) => one === tab);
  if (!isId("aut", automationId) || !shown) return <Failure />;
  return (
    <Gate>
      <SpecialPeople value={people}>
        <Page key={automationId} automationId={automationId} tab={shown} />
      </SpecialPeople>
    </Gate>
  );
}

function Page({ automationId, tab }: { automationId: AutomationId; tab: Tab }) {
  const t = useT();
  const { data: automation, error, refetch } = useQuery(automationOptions(automationId));
  useLiveAutomations();
  useTitle(automation?.name ?? t("shell.automations"));
  const name = automation
    ? [{ label: automation.name, ...(tab === "build" ? {} : { href: `/automations/${automationId}` }) }]
    : [];
  useCrumbs([
    { label: t("shell.automations"), href: "/automations" },
    ...name,
    ...(tab === "build" ? [] : [{ label: t(`automations.tab.${tab}`) }]),
  ]);
  if (!automation) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} />;
  if (tab === "build") return <Builder automation={automation} />;
  const Tabbed = contents[tab];
  return (
    <Frame automation={automation} tab={tab}>
      <Tabbed automation={automation} />
    </Frame>
  );
}
