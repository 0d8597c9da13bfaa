import { useInfiniteQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import styles from "./audit.module.css";
import { RecordChanges } from "./RecordChanges.tsx";
import { SubjectName } from "./SubjectName.tsx";

/** Changes of an import, a bulk edit or a merge, one subject at a time. */
export function ManyChanges({ recordId }: { recordId: string }) {
  const t = useT();
  const query = useInfiniteQuery(
    trpc.audit.changes.infiniteQueryOptions(
      { recordId },
      { getNextPageParam: (page) => page.nextCursor, staleTime: Infinity, meta: { quiet: true } },
    ),
  );
  if (query.error && !query.data) {
    return (
      <ErrorState
        error={query.error}
        level={3}
        actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>}
      />
    );
  }
  if (!query.data) return <SkeletonRows rows={3} columns={["1fr", "3fr"]} />;
  return (
    <ul className={styles.many}>
      {query.data.pages
        .flatMap((page) => page.changes)
        .map((change, index) => (
          <li key={`${change.subject.id}-${index}`}>
            <p className={styles.line}>
              <span className={styles.kind}>{t.find(`audit.action.${change.action}`) ?? change.action}</span>
              <SubjectName of={change} />
            </p>
            <RecordChanges change={change} />
          </li>
        ))}
      {query.hasNextPage && (
        <li>
          <Button size={28} isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t("audit.moreChanges")}
          </Button>
        </li>
      )}
    </ul>
  );
}
