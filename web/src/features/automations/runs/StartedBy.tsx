import type { AutomationRunDetails } from "@kartis/core/automations/run-schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useNameOf } from "../../people/people.ts";
import { useAutomationName } from "../../people/automations.ts";
import { SubjectLink } from "./SubjectLink.tsx";
import styles from "./runs.module.css";

/** The run's card, and who started it. */
export function StartedBy({ run, type }: { run: AutomationRunDetails; type: CardType | undefined }) {
  const t = useT();
  const nameOf = useNameOf();
  const { startedBy, cardId, cardName } = run;
  const task = run.taskId === null ? undefined : run.subjects[run.taskId];
  const automationId = startedBy?.automationId;
  const automation = useAutomationName(Boolean(automationId))(automationId ?? "");
  const by = !startedBy
    ? undefined
    : startedBy.userId
      ? t("automationRuns.by.person", { name: nameOf(startedBy.userId) })
      : automationId
        ? automation === null
          ? t("automationRuns.by.deletedAutomation")
          : t("automationRuns.by.automation", { name: automation ?? "" })
        : t.find(`automationRuns.by.${startedBy.actorKind}`);
  return (
    <p className={styles.detail}>
      {cardName !== null && (
        <SubjectLink
          id={cardId}
          subject={{ kind: "card", activityType: null, delivery: null, name: cardName, typeId: type?.id ?? null, cardId }}
        />
      )}
      {task && <SubjectLink id={run.taskId ?? ""} subject={task} />}
      {by && <bdi>{by}</bdi>}
    </p>
  );
}
