import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { meOptions } from "../../lib/session.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { DeniedState } from "../../ui/feedback/EmptyState.tsx";
import styles from "./admin-console.module.css";
import { Deletions } from "./Deletions.tsx";
import { OrganizationList } from "./OrganizationList.tsx";
import { OrganizationPage } from "./OrganizationPage.tsx";
import { readSearch } from "./search.ts";

/** `/admin-console/organizations`: all organizations, the one of `?orgId=`, or those that were deleted. For platform admins. */
export function OrganizationsPage() {
  const t = useT();
  const router = useRouter();
  const { data: me } = useQuery(meOptions());
  const search = readSearch(useSearch({ strict: false }));
  const { orgId, show } = search;
  const title = show ? t("admin.deletions") : t("admin.organizations");
  useTitle(title);
  useCrumbs([{ label: t("admin.title") }, { label: title, ...(orgId ? { href: "/admin-console/organizations" } : {}) }]);
  if (!me?.isPlatformAdmin) {
    return (
      <div className={styles.denied}>
        <DeniedState level={1} />
      </div>
    );
  }
  if (isId("org", orgId)) return <OrganizationPage orgId={orgId} />;
  if (show) return <Deletions />;
  return (
    <OrganizationList
      search={search}
      onChange={(next) => void router.navigate({ to: "/admin-console/organizations", search: { ...next }, replace: true })}
    />
  );
}
