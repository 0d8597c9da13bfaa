import type { CardType } from "@kartis/core/cards/schema.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { lazy, useEffect, useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/Button.tsx";
import { Num } from "../../ui/Num.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { SkeletonRows } from "../../ui/Skeleton.tsx";
import { refreshLists } from "../cards/card-cache.ts";
import { save } from "../cards/useExport.ts";
import { Errors } from "./Errors.tsx";
import styles from "./imports.module.css";

const Failure = lazy(() => import("../../app/Failure.tsx"));

const pollMilliseconds = 400;

interface ProgressProps {
  operationId: OperationId;
  type: CardType;
  isStarting: boolean;
  /** Undefined when this tab does not know the file any more. */
  onImport: (() => void) | undefined;
  onBack: () => void;
  onAgain: () => void;
}

/** The check or the import itself: how far it is, what it made, what it refused and why. */
export function Progress({ operationId, type, isStarting, onImport, onBack, onAgain }: ProgressProps) {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const [isCanceling, setCanceling] = useState(false);
  const query = useQuery(
    trpc.operations.get.queryOptions(
      { operationId },
      {
        refetchInterval: ({ state }) => (state.data?.state === "running" ? pollMilliseconds : false),
        staleTime: 0,
        meta: { quiet: true, private: true },
      },
    ),
  );
  const operation = query.data;
  const isOver = operation !== undefined && operation.state !== "running";
  const madeCards = isOver && !operation.dryRun;

  useEffect(() => {
    if (!madeCards) return;
    refreshLists();
    void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
  }, [madeCards]);

  if (!operation)
    return query.error instanceof Error ? (
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={4} />
    );

  const { state, dryRun, total, done, created, skipped, failed } = operation;

  function cancel() {
    setCanceling(true);
    client.operations.cancel.mutate({ operationId }).then(() => query.refetch(), reportFailure);
  }

  const headline =
    state === "running" ? (dryRun ? "checking" : "importing") : state === "done" ? (dryRun ? "checked" : "imported") : state;
  const counts = [
    { key: "created", label: t(dryRun ? "imports.toCreate" : "imports.created", { count: created }), count: created },
    { key: "skipped", label: t("imports.duplicates", { count: skipped }), count: skipped },
    { key: "failed", label: t("imports.failed", { count: failed }), count: failed },
  ];
  return (
    <div className={styles.stack}>
      <h2 className={styles.headline} role="status">
        {t(`imports.state.${headline}`)}
      </h2>
      {operation.failure && <p className={styles.error}>{t.find(operation.failure) ?? t("validation.parse")}</p>}
      {state === "running" && (
        <ProgressBar
          aria-label={t(`imports.state.${headline}`)}
          isIndeterminate={total === null}
          value={total ? (done / total) * 100 : 0}
        />
      )}
      <p className={styles.quiet}>
        <Num>
          {total === null ? format.number(done) : t("imports.rowsOf", { done: format.number(done), total: format.number(total) })}
        </Num>
      </p>
      <dl className={styles.counts}>
        {counts.map(({ key, label, count }) => (
          <div key={key} className={styles.count} data-kind={key}>
            <dt>{label}</dt>
            <dd>
              <Num>{format.number(count)}</Num>
            </dd>
          </div>
        ))}
      </dl>
      <Errors type={type} errors={operation.errors} failed={failed} />
      <div className={styles.actions}>
        {state === "running" ? (
          <Button size={32} isPending={isCanceling} onPress={cancel}>
            {t("common.cancel")}
          </Button>
        ) : (
          <>
            {operation.rejectsUrl && (
              <Button size={32} onPress={() => operation.rejectsUrl && save(operation.rejectsUrl)}>
                {t("imports.rejects")}
              </Button>
            )}
            {dryRun && state === "done" ? (
              <>
                <Button size={32} onPress={onBack}>
                  {t("common.back")}
                </Button>
                <Button
                  size={32}
                  variant="primary"
                  isDisabled={!onImport || created === 0}
                  isPending={isStarting}
                  onPress={() => onImport?.()}
                >
                  {t("imports.import", { count: created })}
                </Button>
              </>
            ) : (
              <>
                <Button size={32} onPress={onAgain}>
                  {t("imports.another")}
                </Button>
                <Button size={32} variant="primary" onPress={() => void router.navigate({ to: `/cards/${type.slug}` })}>
                  {t("imports.toList", { name: type.pluralName })}
                </Button>
              </>
            )}
          </>
        )}
      </div>
    </div>
  );
}
