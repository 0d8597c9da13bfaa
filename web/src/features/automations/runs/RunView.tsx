import backIcon from "@fluentui/svg-icons/icons/arrow_left_20_regular.svg?icon";
import downIcon from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import upIcon from "@fluentui/svg-icons/icons/chevron_up_16_regular.svg?icon";
import cancelIcon from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import historyIcon from "@fluentui/svg-icons/icons/history_20_regular.svg?icon";
import retryIcon from "@fluentui/svg-icons/icons/arrow_counterclockwise_16_regular.svg?icon";
import undoIcon from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import { undoableRecords } from "@kartis/core/automations/undoable.ts";
import type { RecordId } from "@kartis/core/kernel/id.ts";
import type { Automation, AutomationRunDetails, RunId } from "@kartis/core/automations/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef, useState } from "react";
import { client } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { RecordAvatar } from "../../../ui/display/Avatar.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { endToast, showToast } from "../../../lib/toasts/toasts.ts";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { useCardHref } from "../../records/card-href.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { zone } from "../../tasks/days.ts";
import { useWhen } from "../../timeline/when.ts";
import { undo } from "../../undo/undo.ts";
import { RunPath } from "./RunPath.tsx";
import { RunPill } from "./RunState.tsx";
import { refreshRuns, runOptions, useListedRuns, useLiveSubjects, useRunsSearch } from "./queries.ts";
import styles from "./runs.module.css";
import { useProgress } from "./useProgress.ts";
import { useTook } from "./useTook.ts";
import { walkOf, workedMs } from "./walk.ts";

/** A run: its card, state, available actions and path. */
export function RunView({ automation, runId }: { automation: Automation; runId: RunId }) {
  const t = useT();
  const { data, error, refetch } = useQuery(runOptions(automation.id, runId));
  if (data) return <Loaded automation={automation} run={data} />;
  return (
    <section className={styles.run} aria-label={t("automationRuns.list")}>
      <BackButton />
      {!error ? (
        <SkeletonRows rows={6} columns={["1fr"]} />
      ) : toAppError(error).code === "NOT_FOUND" ? (
        <EmptyState icon={historyIcon} title={t("automationRuns.gone")}>
          {t("automationRuns.gone.text")}
        </EmptyState>
      ) : (
        <ErrorState actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
      )}
    </section>
  );
}

/** On phones, the list and the selected run are separate pages. */
function BackButton() {
  const t = useT();
  const [, change] = useRunsSearch();
  return (
    <span className={styles.back}>
      <IconButton icon={backIcon} flipIcon label={t("automationRuns.back")} onPress={() => change({ runId: undefined })} />
    </span>
  );
}

function Loaded({ automation, run }: { automation: Automation; run: AutomationRunDetails }) {
  const t = useT();
  const when = useWhen();
  const took = useTook();
  const progress = useProgress();
  const { state, startedAt, endedAt, version, steps, definition, cardId, isCardDeleted } = run;
  useLiveSubjects(run.subjects);
  const title = useRef<HTMLHeadingElement>(null);
  const { types } = useCardTypes();
  const type = types?.find(({ id }) => id === automation.cardTypeId);
  const name = run.cardName ?? t("automationRuns.unseenCard");
  const path = walkOf(definition.steps, steps);
  const failedAt = path.find(({ result }) => result?.state === "failed")?.number;
  const day = when.day(dayOf(Date.parse(startedAt), zone));
  return (
    <section className={styles.run} aria-label={name}>
      <header className={styles.head}>
        <div className={styles.who}>
          <BackButton />
          <RecordAvatar name={name} size={24} />
          <h2 ref={title} className={styles.title} tabIndex={-1}>
            <bdi>{name}</bdi>
          </h2>
          <RunPill state={state} />
          <Neighbors automation={automation} />
        </div>
        <p className={styles.facts}>
          <time dateTime={startedAt}>
            {day}, {when.time(startedAt)}
          </time>
          {endedAt && state !== "canceled" && <span>{took(workedMs(run))}</span>}
          {state !== "skipped" && <span>{progress(run)}</span>}
          <span>{t("automationRuns.version", { number: version })}</span>
          {isCardDeleted && <span>{t("automationRuns.cardDeleted")}</span>}
        </p>
        <Actions automation={automation} run={run} failedAt={failedAt} cardName={run.cardName} title={title} />
      </header>
      <div className={styles.scroll} role="group" aria-label={t("automationRuns.path")}>
        <RunPath automation={automation} run={run} path={path} type={type} key={cardId} />
      </div>
    </section>
  );
}

/** Buttons to the previous and next runs in the list. */
function Neighbors({ automation }: { automation: Automation }) {
  const t = useT();
  const { goBy } = useListedRuns(automation.id);
  const [previous, next] = [goBy(-1), goBy(1)];
  return (
    <span className={styles.neighbors}>
      <IconButton icon={upIcon} label={t("automationRuns.previous")} isDisabled={!previous} onPress={() => previous?.()} />
      <IconButton icon={downIcon} label={t("automationRuns.next")} isDisabled={!next} onPress={() => next?.()} />
    </span>
  );
}

interface ActionsProps {
  automation: Automation;
  run: AutomationRunDetails;
  /** The failed step; undefined if the run failed before its first step. */
  failedAt: number | undefined;
  cardName: string | null;
  /** Takes the focus when the focused button disappears. */
  title: RefObject<HTMLHeadingElement | null>;
}

function Actions({ automation, run, failedAt, cardName, title }: ActionsProps) {
  const t = useT();
  const router = useRouter();
  const hrefOf = useCardHref();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const [pending, setPending] = useState<"retry" | "cancel">();
  const [isAsking, setAsking] = useState(false);
  const hasActed = useRef(false);
  const { id: runId, state, cardId } = run;
  const href = cardName === null ? undefined : hrefOf(cardId, automation.cardTypeId);
  const ref = { automationId: automation.id, runId };

  async function act(what: "retry" | "cancel") {
    if (pending) return;
    setPending(what);
    hasActed.current = true;
    try {
      await (what === "retry" ? client.automations.retry : client.automations.cancel).mutate(ref);
      // Replaces the previous toast about this run, and is itself replaced by the toast about its end.
      const code = `run:${runId}`;
      endToast(code);
      showToast({
        tone: "success",
        code,
        title: t(`automationRuns.${what === "retry" ? "retried" : "canceled"}`),
        givesWay: true,
      });
    } catch (failure) {
      reportFailure(failure);
    } finally {
      await refreshRuns();
      setPending(undefined);
    }
  }
  useEffect(() => {
    if (pending || !hasActed.current) return;
    hasActed.current = false;
    if (document.activeElement === null || document.activeElement === document.body) title.current?.focus();
  }, [pending, title]);
  const mayRetry = mayUpdate && state === "failed";
  const mayCancel = mayUpdate && (state === "waiting" || state === "running");
  const records = undoableRecords(run.definition, run.steps) as readonly RecordId[]; // of the journal
  const isEnded = state !== "waiting" && state !== "running";
  const mayUndo = mayUpdate && isEnded && records.length > 0;
  const undoChanges = () =>
    undo("undo", { recordIds: records, label: t("automationRuns.undo.what", { name: automation.name }), isOneByOne: true });
  const { version, retryVersion } = run;
  const retryLabel =
    failedAt === undefined
      ? t("automationRuns.retry.start")
      : retryVersion === version
        ? t("automationRuns.retry", { number: failedAt })
        : t("automationRuns.retry.newest", { number: failedAt, version: retryVersion });
  useCommands([
    mayRetry && {
      id: "run.retry",
      label: retryLabel,
      group: "card",
      icon: retryIcon,
      shortcut: "R",
      run: () => void act("retry"),
    },
    mayCancel && {
      id: "run.cancel",
      label: t("automationRuns.cancel"),
      group: "card",
      icon: cancelIcon,
      run: () => setAsking(true),
    },
    mayUndo && { id: "run.undo", label: t("automationRuns.undo"), group: "card", icon: undoIcon, run: undoChanges },
    href !== undefined && {
      id: "run.openCard",
      label: t("automationRuns.openCard"),
      group: "card",
      shortcut: "O",
      run: () => void router.navigate({ to: href }),
    },
  ]);
  if (!mayRetry && !mayCancel && !mayUndo && !href) return null;
  return (
    <div className={styles.actions}>
      {mayRetry && (
        <Button variant="primary" icon={retryIcon} isPending={pending === "retry"} onPress={() => void act("retry")}>
          {retryLabel} <Kbd keys="R" />
        </Button>
      )}
      {mayCancel && (
        <Button icon={cancelIcon} onPress={() => setAsking(true)}>
          {t("automationRuns.cancel")}
        </Button>
      )}
      {mayUndo && (
        <Button icon={undoIcon} onPress={undoChanges}>
          {t("automationRuns.undo")}
        </Button>
      )}
      {href && <Button onPress={() => void router.navigate({ to: href })}>{t("automationRuns.openCard")}</Button>}
      {isAsking && (
        <Dialog
          title={t("automationRuns.cancel")}
          role="alertdialog"
          isOpen
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button size={32} onPress={() => setAsking(false)}>
                {t("common.close")}
              </Button>
              <Button
                size={32}
                variant="danger"
                onPress={() => {
                  setAsking(false);
                  void act("cancel");
                }}
              >
                {t("automationRuns.cancel")}
              </Button>
            </>
          }
        >
          <p>{t("automationRuns.cancel.question")}</p>
        </Dialog>
      )}
    </div>
  );
}
