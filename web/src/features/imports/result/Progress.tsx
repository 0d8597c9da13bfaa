import type { CheckedRow } from "@kartis/core/imports/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, useEffect, useEffectEvent, useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { ProgressBar } from "../../../ui/feedback/ProgressBar.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Becoming } from "../mapping/Becoming.tsx";
import { Changes } from "./Changes.tsx";
import { Counts } from "./Counts.tsx";
import { Alterations, Errors } from "./Errors.tsx";
import { FixRows } from "../fix/FixRows.tsx";
import styles from "../imports.module.css";
import { type ImportJob, keepJob, recounted } from "../job.ts";
import { NextSteps } from "./NextSteps.tsx";
import type { ImportTarget } from "../targets/target.ts";

const StartAutomations = later(
  async () => (await withWords(["automationRuns"], import("../../automations/many/StartAutomations.tsx"))).StartAutomations,
);
const Failure = lazy(() => import("../../../ui/pages/Failure.tsx"));

const pollMilliseconds = 400;

/** Whoever has pressed a button that left with the step before goes on at the beginning of this one, unless they are writing or in a dialog. */
function beginHere(headline: HTMLElement | null): void {
  if (!document.activeElement?.closest("input, textarea, [contenteditable=true], [role=dialog]")) headline?.focus();
}

interface ProgressProps {
  operationId: OperationId;
  target: ImportTarget;
  isStarting: boolean;
  /** Undefined where this browser does not know the file. */
  job: ImportJob | undefined;
  onImport: (job: ImportJob) => void;
  onBack: () => void;
  onAgain: () => void;
}

/** The check or the import itself: how far it is, what it made, what it refused and why. */
export function Progress({ operationId, target, isStarting, job: keptJob, onImport, onBack, onAgain }: ProgressProps) {
  const t = useT();
  const format = useFormat();
  const [isCanceling, setCanceling] = useState(false);
  const [job, setJob] = useState(keptJob);
  const [checked, setChecked] = useState<ReadonlyMap<number, CheckedRow>>(new Map());
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
  const madeSomething = isOver && !operation.dryRun;
  // Whether it was taken back is known to the list of imports.
  const past = useQuery(
    trpc.imports.list.queryOptions({ typeId: target.id }, { enabled: madeSomething, staleTime: 0, meta: { quiet: true } }),
  );
  const isTakenBack = past.data?.some((one) => one.operationId === operationId && one.takenBack) ?? false;

  const whenMade = useEffectEvent(() => target.refresh());
  useEffect(() => {
    if (madeSomething) whenMade();
  }, [madeSomething]);

  if (!operation)
    return query.error instanceof Error ? (
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={4} />
    );

  const { state, dryRun, total, done, created, updated, failed, errors } = operation;
  // A row that exists already is listed like an invalid one: its cells can be corrected too.
  const refused = Math.max(failed, new Set(errors.map(({ line }) => line)).size);
  const counted = dryRun && job ? recounted(operation, errors, checked, job.skipLines) : operation;
  const toDo = counted.created + counted.updated;

  function changeJob(changed: ImportJob) {
    setJob(changed);
    keepJob(operationId, changed);
  }

  function cancel() {
    setCanceling(true);
    client.operations.cancel.mutate({ operationId }).then(() => query.refetch(), reportFailure);
  }

  const headline = isTakenBack
    ? "takenBack"
    : state === "running"
      ? dryRun
        ? "checking"
        : "importing"
      : state === "done"
        ? dryRun
          ? "checked"
          : "imported"
        : state;
  return (
    <div className={styles.stack}>
      <div role="status">
        <h2 ref={beginHere} tabIndex={-1} className={styles.headline}>
          {t(`imports.state.${headline}`)}
        </h2>
      </div>
      {operation.failure && (
        <p className={styles.error}>{t.find(operation.failure, operation.failureParams) ?? t("validation.parse")}</p>
      )}
      {state === "running" && (
        <ProgressBar
          aria-label={t(`imports.state.${headline}`)}
          isIndeterminate={total === null}
          value={total ? (done / total) * 100 : 0}
        />
      )}
      {total !== null && (
        <p className={styles.quiet}>
          <Num>{t("imports.rowsOf", { done: format.number(done), total: format.number(total) })}</Num>
        </p>
      )}
      <Counts
        operation={{ ...operation, ...counted }}
        words={target.words}
        canUpdate={job !== undefined && job.mode !== "create"}
      />
      {dryRun &&
        state === "done" &&
        (target.onlyNew ? (
          <Becoming target={target} rows={operation.changes} created={created} />
        ) : (
          <Changes target={target} changes={operation.changes} updated={updated} />
        ))}
      {dryRun && state === "done" && job ? (
        <FixRows
          target={target}
          job={job}
          errors={errors}
          refused={refused}
          onChange={changeJob}
          checked={checked}
          onChecked={(row) => setChecked((before) => new Map(before).set(row.line, row))}
        />
      ) : (
        <Errors target={target} errors={errors} failed={refused} />
      )}
      {madeSomething && operation.startsAutomations && !isTakenBack && (
        <p className={styles.quiet}>
          {t("imports.automations")} {t("imports.automations.undo")}{" "}
          <Link href="/automations">{t("imports.automations.open")}</Link>
        </p>
      )}
      {state !== "running" && <Alterations target={target} operation={operation} />}
      {dryRun && state === "done" && job && isId("typ", target.id) && (
        <StartAutomations
          cardTypeId={target.id}
          change={{ kind: "import", mode: job.mode, fieldIds: job.mapping.flatMap(({ fieldId }) => fieldId ?? []) }}
          count={toDo}
          isSelected={job.startAutomations ?? false}
          onChange={(startAutomations) => changeJob({ ...job, startAutomations })}
        />
      )}
      <div className={styles.actions}>
        {state === "running" ? (
          <Button size={32} isPending={isCanceling} onPress={cancel}>
            {t("common.cancel")}
          </Button>
        ) : (
          <NextSteps
            operationId={operationId}
            operation={operation}
            target={target}
            isTakenBack={isTakenBack}
            onTakenBack={() => void past.refetch()}
            toDo={toDo}
            isStarting={isStarting}
            onImport={job && (() => onImport(job))}
            onBack={onBack}
            onAgain={onAgain}
          />
        )}
      </div>
    </div>
  );
}
