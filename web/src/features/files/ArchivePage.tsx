import archiveIcon from "@fluentui/svg-icons/icons/archive_20_regular.svg?icon";
import searchIcon from "@fluentui/svg-icons/icons/search_20_regular.svg?icon";
import { fileKinds, type FileKind } from "@kartis/core/files/rules.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { LimitNotice } from "../billing/later-notice.ts";
import { useMembers } from "../people/people.ts";
import { Permitted } from "../settings/Permitted.tsx";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import { FileRows } from "./FileRows.tsx";
import styles from "./ArchivePage.module.css";
import { useArchiveSearch } from "./useArchiveSearch.ts";
import { sizeText } from "../../lib/size-text.ts";

const sorts = {
  newest: { by: "createdAt", direction: "desc" },
  oldest: { by: "createdAt", direction: "asc" },
  name: { by: "name", direction: "asc" },
  largest: { by: "bytes", direction: "desc" },
} as const;
type SortName = keyof typeof sorts;
const isSort = (name: string | null | undefined): name is SortName => typeof name === "string" && name in sorts;
const isKind = (name: string | null | undefined): name is FileKind => fileKinds.some((kind) => kind === name);

/** `/settings/archive`: every file of the organization the person may see, and how much of the plan's storage is used. */
export function ArchivePage() {
  return (
    <Permitted right={["STORAGE", "read"]}>
      <Archive />
    </Permitted>
  );
}

function Archive() {
  const t = useT();
  const [shown, show] = useArchiveSearch();
  const [search, setText] = useState(shown.search ?? "");
  const setSearch = (next: string) => {
    setText(next);
    show({ search: next });
  };
  const kind = isKind(shown.kind) ? shown.kind : undefined;
  const uploader = shown.by;
  const sort = isSort(shown.sort) ? shown.sort : "newest";
  const setKind = (next: FileKind | undefined) => show({ kind: next });
  const setUploader = (next: string | undefined) => show({ by: next });
  const setSort = (next: SortName) => show({ sort: next === "newest" ? undefined : next });
  const text = useDeferredValue(search.trim());
  const members = useMembers();
  useTitle(t("files.archive"));
  useCrumbs([{ label: t("settings.title"), href: "/settings" }, { label: t("files.archive") }]);

  const query = useInfiniteQuery(
    trpc.files.list.infiniteQueryOptions(
      {
        ...(text ? { search: text } : {}),
        ...(kind ? { kinds: [kind] } : {}),
        ...(isId("usr", uploader) ? { uploadedBy: [uploader] } : {}),
        sort: sorts[sort],
      },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData, meta: { quiet: true } },
    ),
  );
  const isFiltered = text !== "" || kind !== undefined || uploader !== undefined;
  const clear = () => {
    setText("");
    show({ search: undefined, kind: undefined, by: undefined });
  };
  const files = query.data?.pages.flatMap((page) => page.rows);
  const anyone = { id: "any", label: t("files.anybody") };
  const anything = { id: "any", label: t("files.anyType") };
  return (
    <div className={styles.page}>
      <SettingsHeader title={t("files.archive")} actions={<StorageBar />} />
      <div className={styles.notice}>
        <LimitNotice limit="storage" />
      </div>
      <div className={styles.filters} role="search">
        <TextField size={28} aria-label={t("files.search")} placeholder={t("files.search")} value={search} onChange={setSearch} />
        <Select
          aria-label={t("files.column.type")}
          size={28}
          options={[anything, ...fileKinds.map((name) => ({ id: name, label: t(`files.kind.${name}`) }))]}
          value={kind ?? "any"}
          onChange={(name) => setKind(isKind(name) ? name : undefined)}
        />
        <Select
          aria-label={t("files.column.uploader")}
          size={28}
          options={[anyone, ...members.map(({ userId, name }) => ({ id: userId, label: name }))]}
          value={uploader ?? "any"}
          onChange={(userId) => setUploader(userId === null || userId === "any" ? undefined : userId)}
        />
        <Select
          aria-label={t("files.sort")}
          size={28}
          options={(Object.keys(sorts) as SortName[]).map((name) => ({ id: name, label: t(`files.sort.${name}`) }))}
          value={sort}
          onChange={(name) => isSort(name) && setSort(name)}
        />
      </div>
      {query.error && !files ? (
        <ErrorState
          error={query.error}
          level={2}
          actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>}
        />
      ) : !files ? (
        <SkeletonRows rows={8} columns={["3fr", "2fr", "1fr", "1fr"]} />
      ) : files.length === 0 ? (
        <EmptyState
          icon={isFiltered ? searchIcon : archiveIcon}
          title={t(isFiltered ? "files.noMatches" : "files.none")}
          actions={isFiltered && <Button onPress={clear}>{t("files.clearFilters")}</Button>}
        >
          {t(isFiltered ? "files.noMatchesText" : "files.archiveText")}
        </EmptyState>
      ) : (
        <>
          <FileRows files={files} label={t("files.archive")} hasCard />
          <footer className={styles.footer}>
            <span role="status">{t("files.count", { count: query.data?.pages[0]?.total ?? 0 })}</span>
            {query.hasNextPage && (
              <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
                {t("files.more")}
              </Button>
            )}
          </footer>
        </>
      )}
    </div>
  );
}

function StorageBar() {
  const t = useT();
  const format = useFormat();
  const { data } = useQuery(trpc.files.storage.queryOptions({}, { meta: { quiet: true } }));
  if (!data) return <div className={styles.storage} />;
  const used = sizeText(format, data.bytes);
  if (data.limitBytes === null) return <p className={styles.storage}>{`${t("files.storage")}: ${used}`}</p>;
  return (
    <div className={styles.storage}>
      <ProgressBar
        label={t("files.storage")}
        value={data.bytes}
        maxValue={data.limitBytes}
        valueLabel={t("files.used", { used, limit: sizeText(format, data.limitBytes) })}
      />
    </div>
  );
}
