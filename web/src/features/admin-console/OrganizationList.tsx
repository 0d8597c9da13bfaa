import searchIcon from "@fluentui/svg-icons/icons/search_20_regular.svg?icon";
import arrowDown from "@fluentui/svg-icons/icons/arrow_down_12_regular.svg?icon";
import arrowUp from "@fluentui/svg-icons/icons/arrow_up_12_regular.svg?icon";
import { type ListField, listFields } from "@kartis/core/admin-console/rules.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Button as AriaButton } from "react-aria-components/Button";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { useTimeZone } from "../../lib/organization.ts";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import styles from "./admin-console.module.css";
import { ListFilter } from "./ListFilter.tsx";
import { type ConsoleSearch, listInputOf } from "./search.ts";

type Row = RouterOutputs["adminConsole"]["organizations"]["rows"][number];

interface OrganizationListProps {
  search: ConsoleSearch;
  onChange: (search: ConsoleSearch) => void;
}

export function OrganizationList({ search, onChange }: OrganizationListProps) {
  const t = useT();
  const input = listInputOf(search, useTimeZone());
  const query = useInfiniteQuery(
    trpc.adminConsole.organizations.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      meta: { quiet: true },
    }),
  );
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const { by, direction } = input.sort;
  const sortBy = (field: ListField) =>
    onChange({ ...search, sort: field, dir: field === by && direction === "asc" ? "desc" : "asc" });
  return (
    <div className={styles.page}>
      <SettingsHeader title={t("admin.organizations")} />
      <ListFilter search={search} onChange={onChange} />
      {query.error && !rows ? (
        <ErrorState
          error={query.error}
          level={2}
          actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>}
        />
      ) : !rows ? (
        <SkeletonRows rows={10} columns={["3fr", "1fr", "1fr", "1fr"]} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={searchIcon}
          title={t("admin.none")}
          actions={<Button onPress={() => onChange({})}>{t("admin.clear")}</Button>}
        >
          {t("admin.noneText")}
        </EmptyState>
      ) : (
        <>
          <div className={styles.scroll}>
            <table className={styles.table} aria-label={t("admin.organizations")}>
              <thead>
                <tr>
                  {listFields.map((field) => (
                    <th
                      key={field}
                      scope="col"
                      aria-sort={field === by ? (direction === "asc" ? "ascending" : "descending") : "none"}
                    >
                      <AriaButton className={styles.sorter ?? ""} onPress={() => sortBy(field)}>
                        {t(`admin.column.${field}`)}
                        {field === by && <Icon of={direction === "asc" ? arrowUp : arrowDown} />}
                      </AriaButton>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <OrganizationRow key={row.orgId} row={row} />
                ))}
              </tbody>
            </table>
          </div>
          <footer className={styles.footer}>
            <span role="status">{t("admin.count", { count: query.data?.pages[0]?.total ?? 0 })}</span>
            {query.hasNextPage && (
              <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                {t("admin.more")}
              </Button>
            )}
          </footer>
        </>
      )}
    </div>
  );
}

function OrganizationRow({ row }: { row: Row }) {
  const t = useT();
  const format = useFormat();
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <Link href={`/admin-console/organizations?orgId=${row.orgId}`}>{row.name}</Link>
      </th>
      <td>{t(`plans.type.${row.plan}`)}</td>
      <td className={styles.number}>
        {row.usersLimit === null
          ? format.number(row.users)
          : t("admin.detail.of", { used: format.number(row.users), limit: format.number(row.usersLimit) })}
      </td>
      <td>{format.date(row.createdAt)}</td>
      <td>{row.lastActiveAt ? format.date(row.lastActiveAt) : t("admin.never")}</td>
      <td>{row.planEndsAt ? format.date(row.planEndsAt) : t("admin.never")}</td>
    </tr>
  );
}
