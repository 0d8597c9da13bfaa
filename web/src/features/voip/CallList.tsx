import callIcon from "@fluentui/svg-icons/icons/call_20_regular.svg?icon";
import type { CardNames } from "@kartis/core/cards/schema.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { useHasPhoneFormat } from "../fields/display/PhoneNumber.tsx";
import { CallRow } from "./CallRow.tsx";
import { callsOptions, standingOptions } from "./queries.ts";
import { useVoipSearch } from "./search.ts";
import styles from "./voip.module.css";

/** The folder's calls that match the filters, the latest first. */
export function CallList() {
  const t = useT();
  const [{ folder, ...filters }] = useVoipSearch();
  const shown = folder === "callBack" ? ({ userId: filters.userId, query: filters.query } as const) : filters;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    callsOptions(folder === "callBack" ? "callBack" : "all", shown),
  );
  const calls = data && [...new Map(data.pages.flatMap((page) => page.calls).map((call) => [call.id, call])).values()];
  const related: CardNames = Object.assign({}, ...(data?.pages.map((page) => page.related) ?? []));
  const isReady = useHasPhoneFormat();
  const isFiltered = Object.values(shown).some(Boolean);
  if (error && !calls)
    return <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />;
  if (!calls || !isReady) return <SkeletonRows rows={8} columns={["1fr", "1fr", "1fr"]} />;
  if (calls.length === 0) return <NoCalls isFiltered={isFiltered} isCallBack={folder === "callBack"} />;
  return (
    <div className={styles.scroll}>
      <ul className={styles.rows} aria-label={t(`voip.folder.${folder}`)}>
        {calls.map((call) => (
          <CallRow
            key={call.id}
            call={call}
            card={call.cardId ? related[call.cardId] : undefined}
            isToCallBack={folder === "callBack"}
          />
        ))}
      </ul>
      {hasNextPage && (
        <span className={styles.more}>
          <Button variant="ghost" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t("common.more")}
          </Button>
        </span>
      )}
    </div>
  );
}

function NoCalls({ isFiltered, isCallBack }: { isFiltered: boolean; isCallBack: boolean }) {
  const t = useT();
  const mayConnect = useCan()(["ORGANIZATION", "update"]);
  const { data: standing } = useQuery(standingOptions());
  if (isFiltered) return <EmptyState icon={callIcon} title={t("voip.none.found")} />;
  if (isCallBack)
    return (
      <EmptyState icon={callIcon} title={t("voip.callBack.none")}>
        {t("voip.callBack.none.text")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={callIcon}
      title={t("voip.none")}
      actions={mayConnect && standing?.obstacle && <Link href="/settings/integrations?open=voip">{t("voip.none.connect")}</Link>}
    >
      {t("voip.none.text")}
    </EmptyState>
  );
}
