import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { ProgressBar } from "../../../ui/feedback/ProgressBar.tsx";
import styles from "../editor.module.css";

const askMilliseconds = 700;

/** Progress of converting existing cards' values. */
export function ConversionProgress({ operationId }: { operationId: OperationId }) {
  const t = useT();
  const format = useFormat();
  const { data: operation } = useQuery(
    trpc.operations.get.queryOptions(
      { operationId },
      { staleTime: 0, refetchInterval: ({ state }) => (state.data && state.data.state !== "running" ? false : askMilliseconds) },
    ),
  );
  if (!operation) return null;
  const { state, done, total, failed } = operation;
  return (
    <div className={styles.conversion} role="status">
      {state === "running" ? (
        <>
          <ProgressBar label={t("cardTypes.converting")} value={total ? (done / total) * 100 : 0} />
          <span className={styles.quiet}>
            {t("cardTypes.converted", { done: format.number(done), total: total === null ? "…" : format.number(total) })}
          </span>
        </>
      ) : (
        <span>
          {state === "done"
            ? t("cardTypes.conversionDone", { count: done, failed })
            : (operation.failure && t.find(operation.failure, operation.failureParams)) || t("cardTypes.conversionFailed")}
        </span>
      )}
    </div>
  );
}
