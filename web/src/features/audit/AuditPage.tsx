import historyIcon from "@fluentui/svg-icons/icons/history_20_regular.svg?icon";
import searchIcon from "@fluentui/svg-icons/icons/search_20_regular.svg?icon";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { useTimeZone } from "../../lib/organization.ts";
import { saveResult } from "../exports/useExport.ts";
import { Permitted } from "../settings/Permitted.tsx";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import styles from "./audit.module.css";
import { type AuditSearch, filterOf, readSearch } from "./filters.ts";
import { Records } from "./Records.tsx";

const pageSize = 50;

/** `/settings/audit`: every record of the organization, chosen by who, what, when and about what. The choice is in the address. */
export function AuditPage() {
  return (
    <Permitted right={["AUDIT", "read"]}>
      <Audit />
    </Permitted>
  );
}

function Audit() {
  const t = useT();
  const router = useRouter();
  const search = readSearch(useSearch({ strict: false }));
  const filter = filterOf(search, useTimeZone());
  useTitle(t("audit.title"));
  useCrumbs([{ label: t("settings.title"), href: "/settings" }, { label: t("audit.title") }]);
  const query = useInfiniteQuery(
    trpc.audit.search.infiniteQueryOptions(
      { ...filter, limit: pageSize },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData, meta: { quiet: true } },
    ),
  );
  const show = (next: AuditSearch) => void router.navigate({ to: "/settings/audit", search: { ...next }, replace: true });
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const isFiltered = Object.keys(search).length > 0;
  return (
    <div className={styles.page}>
      <SettingsHeader title={t("audit.title")} actions={<ExportButton filter={filter} isDisabled={!entries?.length} />} />
      <AuditFilters search={search} onChange={show} entries={entries} />
      {query.error && !entries ? (
        <ErrorState
          error={query.error}
          level={2}
          actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>}
        />
      ) : !entries ? (
        <SkeletonRows rows={10} columns={["24px", "2fr", "3fr", "1fr"]} />
      ) : entries.length === 0 ? (
        <EmptyState
          icon={isFiltered ? searchIcon : historyIcon}
          title={t(isFiltered ? "audit.noMatches" : "audit.none")}
          actions={isFiltered && <Button onPress={() => show({})}>{t("audit.clear")}</Button>}
        >
          {t(isFiltered ? "audit.noMatchesText" : "audit.noneText")}
        </EmptyState>
      ) : (
        <>
          <Records entries={entries} onOnly={(subject) => show({ ...search, subject })} />
          <footer className={styles.footer}>
            <span role="status">{t("audit.count", { count: query.data?.pages[0]?.total ?? 0 })}</span>
            {query.hasNextPage && (
              <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                {t("audit.more")}
              </Button>
            )}
          </footer>
        </>
      )}
    </div>
  );
}

/** Exports all entries that match the filter as CSV. */
function ExportButton({ filter, isDisabled }: { filter: ReturnType<typeof filterOf>; isDisabled: boolean }) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  async function run() {
    const { operationId } = await client.audit.export.mutate(filter);
    const count = await saveResult(operationId);
    if (count === null) showToast({ tone: "error", code: "EXPORT", title: t("audit.exportFailed") });
    else showToast({ tone: "success", title: t("audit.exportDone", { count }), givesWay: true });
  }
  return (
    <Button
      isPending={isPending}
      isDisabled={isDisabled}
      onPress={() => {
        setPending(true);
        run()
          .catch(reportFailure)
          .finally(() => setPending(false));
      }}
    >
      {t("audit.export")}
    </Button>
  );
}
