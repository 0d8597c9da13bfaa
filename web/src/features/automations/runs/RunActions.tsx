import cancelIcon from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import retryIcon from "@fluentui/svg-icons/icons/arrow_counterclockwise_16_regular.svg?icon";
import againIcon from "@fluentui/svg-icons/icons/play_16_regular.svg?icon";
import undoIcon from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import { undoableRecords } from "@kartis/core/automations/undoable.ts";
import type { AutomationRunDetails } from "@kartis/core/automations/run-schema.ts";
import type { Automation } from "@kartis/core/automations/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef, useState } from "react";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCommands } from "../../../lib/keys/commands.ts";
import { newId } from "../../../lib/new-id.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { endToast, showToast } from "../../../lib/toasts/toasts.ts";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { useCardHref } from "../../records/card-href.ts";
import { undo } from "../../undo/undo.ts";
import { focusWhenOpened } from "./run-in-focus.ts";
import { refreshRuns, useRunsSearch } from "./queries.ts";
import styles from "./runs.module.css";

type Deed = "retry" | "again" | "cancel";
const said = { retry: "retried", again: "again.done", cancel: "canceled" } as const;

interface ActionsProps {
  automation: Automation;
  run: AutomationRunDetails;
  /** The failed step; undefined if the run failed before its first step. */
  failedAt: number | undefined;
  cardName: string | null;
  /** Takes the focus when the focused button disappears. */
  title: RefObject<HTMLHeadingElement | null>;
}

/** What can be done about a run. */
export function RunActions({ automation, run, failedAt, cardName, title }: ActionsProps) {
  const t = useT();
  const router = useRouter();
  const hrefOf = useCardHref();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const [pending, setPending] = useState<Deed>();
  const [isAsking, setAsking] = useState(false);
  const hasActed = useRef(false);
  const [, open] = useRunsSearch();
  /** The new run's, so that one is started however often the answer is lost. */
  const againId = useRef(newId("run"));
  const { id: runId, state, cardId } = run;
  const href = cardName === null ? undefined : hrefOf(cardId, automation.cardTypeId);
  const ref = { automationId: automation.id, runId };

  async function act(what: Deed) {
    if (pending) return;
    setPending(what);
    hasActed.current = true;
    try {
      if (what === "again") {
        const { runId: newRunId } = await client.automations.again.mutate({ ...ref, newRunId: againId.current });
        againId.current = newId("run");
        focusWhenOpened(newRunId);
        open({ runId: newRunId });
      } else await (what === "retry" ? client.automations.retry : client.automations.cancel).mutate(ref);
      // Replaces the previous toast about this run, and is itself replaced by the toast about its end.
      const code = `run:${runId}`;
      endToast(code);
      showToast({
        tone: "success",
        code,
        title: t(`automationRuns.${said[what]}`),
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
  const records = undoableRecords(run.definition, run.steps);
  const isEnded = state !== "waiting" && state !== "running";
  const mayRunAgain = mayUpdate && isEnded && automation.isOn;
  const mayUndo = mayUpdate && isEnded && records.length > 0;
  const undoChanges = () => undo("undo", { recordIds: records, label: t("automationRuns.undo.what", { name: automation.name }) });
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
    mayRunAgain && {
      id: "run.again",
      label: t("automationRuns.again"),
      group: "card",
      icon: againIcon,
      run: () => void act("again"),
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
  if (!mayRetry && !mayCancel && !mayRunAgain && !mayUndo && !href) return null;
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
      {mayRunAgain && (
        <Button icon={againIcon} isPending={pending === "again"} onPress={() => void act("again")}>
          {t("automationRuns.again")}
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
