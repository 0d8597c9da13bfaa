import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useTitle } from "../../lib/pages/title.ts";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Permitted } from "../settings/Permitted.tsx";
import settings from "../settings/settings.module.css";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import { DangerSection } from "./DangerSection.tsx";
import { FamilySection } from "./FamilySection.tsx";
import { OrganizationForm } from "./OrganizationForm.tsx";

const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);

/** `/settings/organization`: what the organization says of itself. */
export function OrganizationPage() {
  return (
    <Permitted right={["ORGANIZATION", "read"]}>
      <Page />
    </Permitted>
  );
}

function Page() {
  const t = useT();
  const { data, error, refetch } = useQuery(trpc.organizations.settings.queryOptions({}, { staleTime: 0 }));
  useTitle(t("members.org.title"));
  useCrumbs([{ label: t("shell.settings"), href: "/settings" }, { label: t("members.org.title") }]);
  let content: ReactNode = <SkeletonRows rows={6} columns={["200px", "1fr"]} />;
  if (data)
    content = (
      <OrganizationForm settings={data}>
        <FamilySection />
        <DangerSection name={data.name} />
      </OrganizationForm>
    );
  else if (error) content = <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <div className={settings.page}>
      <SettingsHeader title={t("members.org.title")} />
      {content}
    </div>
  );
}
