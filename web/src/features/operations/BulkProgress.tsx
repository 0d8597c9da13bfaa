import checkmark from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import dismissIcon from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import warning from "@fluentui/svg-icons/icons/warning_16_filled.svg?icon";
import { useState } from "react";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { useCardTypes } from "../records/card-types.ts";
import { RecordName } from "../records/RecordName.tsx";
import styles from "./BulkProgress.module.css";
import { changedWords } from "./changed-words.ts";
import { stop } from "./operations.ts";
import { dismiss, useWatched, type Watched } from "./watched.ts";
import { undo } from "../undo/undo.ts";

/** Progress of long operations, at the bottom of any open page, with the records that they left unchanged, and why. */
export function BulkProgress() {
  const t = useT();
  const watched = useWatched();
  return (
    <section className={styles.region} aria-label={t("changes.progress")}>
      {watched.map((one) => (
        <Row key={one.operationId} one={one} />
      ))}
    </section>
  );
}

function Row({ one: { operationId, label, operation, canUndo, of } }: { one: Watched }) {
  const t = useT();
  const format = useFormat();
  const [isStopping, setStopping] = useState(false);
  const words = changedWords[of];
  if (!operation || operation.state === "running") {
    const total = operation?.total ?? 0;
    return (
      <div className={styles.row} data-running>
        <div className={styles.grow}>
          <ProgressBar
            label={label}
            value={operation?.done ?? 0}
            maxValue={Math.max(1, total)}
            isIndeterminate={total === 0}
            valueLabel={t("changes.progress.of", { done: format.number(operation?.done ?? 0), total: format.number(total) })}
          />
        </div>
        <Button
          isPending={isStopping}
          onPress={() => {
            setStopping(true);
            stop(operationId);
          }}
        >
          {t("changes.stop")}
        </Button>
      </div>
    );
  }
  const { state, updated, failed, startsAutomations } = operation;
  const isChanged = updated > 0;
  return (
    <div className={styles.row}>
      <Icon of={state === "done" && failed === 0 ? checkmark : warning} />
      <div className={styles.grow} role="status">
        <b>
          {label}
          {state !== "done" && `: ${t(`changes.state.${state}`)}`}
        </b>
        <p className={styles.counts}>
          {[
            t(canUndo || of === "sms" || of === "presses" ? words.changed : "changes.purge.done", { count: updated }),
            ...(startsAutomations && isChanged ? [t("changes.automations")] : []),
            ...(failed > 0 ? [t(words.left, { count: failed })] : []),
          ].join(" · ")}
        </p>
        {failed > 0 && <Rejects operation={operation} of={of} />}
      </div>
      {isChanged && canUndo && (
        <Button
          onPress={() => {
            dismiss(operationId);
            undo("undo", { recordIds: [], operationId, label, of });
          }}
        >
          {t("common.undo")}
        </Button>
      )}
      <IconButton icon={dismissIcon} label={t("common.close")} onPress={() => dismiss(operationId)} />
    </div>
  );
}

/** Records that were left unchanged, each with its reason. */
function Rejects({ operation, of }: { operation: NonNullable<Watched["operation"]>; of: Watched["of"] }) {
  const t = useT();
  const { types } = useCardTypes();
  const words = changedWords[of];
  const labelOf = (fieldId: string | null) => types?.flatMap(({ fields }) => fields).find((field) => field.id === fieldId)?.label;
  return (
    <details className={styles.rejects}>
      <summary>{t("changes.whichLeft")}</summary>
      <ul>
        {operation.errors.map((reject) => {
          const label = labelOf(reject.fieldId);
          return (
            <li key={reject.line}>
              <RecordName
                name={reject.value || undefined}
                kind={of === "tasks" || of === "meetings" ? "task" : "card"}
                size={16}
                isWhole
              />
              {": "}
              {label && <bdi>{label}, </bdi>}
              {t.find(reject.message) ?? t(words.refused)}
            </li>
          );
        })}
      </ul>
      {operation.failed > operation.errors.length && (
        <p>{t("changes.more", { count: operation.failed - operation.errors.length })}</p>
      )}
    </details>
  );
}
