import type { AutomationRunDetails, EachResult, RelatedResult } from "@kartis/core/automations/run-schema.ts";
import { mostRelatedCards } from "@kartis/core/automations/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { Delivery } from "./Delivery.tsx";
import { RunChanges } from "./RunChanges.tsx";
import { SubjectLink } from "./SubjectLink.tsx";
import styles from "./runs.module.css";
import { useReason } from "./useReason.ts";

interface EachProps {
  each: EachResult;
  run: AutomationRunDetails;
  /** The related cards' type. */
  typeId: string;
}

/** The related cards that a step has gone through, and what it did for each. */
export function Each({ each: { cardIds, done, left }, run, typeId }: EachProps) {
  const t = useT();
  const { types } = useCardTypes();
  const type = types?.find(({ id }) => id === typeId);
  if (cardIds.length === 0) return null;
  return (
    <>
      <p className={styles.detail}>{t("automationRuns.each", { done: done.length, count: cardIds.length })}</p>
      {left > 0 && <p className={styles.detail}>{t("automationRuns.each.left", { count: left, limit: mostRelatedCards })}</p>}
      <ul className={styles.cards}>
        {done.map((one) => (
          <Related key={one.cardId} of={one} run={run} type={type} />
        ))}
      </ul>
    </>
  );
}

function Related({ of, run, type }: { of: RelatedResult; run: AutomationRunDetails; type: CardType | undefined }) {
  const t = useT();
  const reasonOf = useReason();
  const { cardId, state, made = [], recordIds = [], message = null } = of;
  const shown = made.filter((id) => id in run.subjects);
  const changed = recordIds.filter((id) => id in run.changes);
  return (
    <li data-wide={changed.length > 0 || message !== null || undefined}>
      <div className={styles.detail}>
        <SubjectLink id={cardId} subject={run.subjects[cardId]} />
        {state === "skipped" && <span>{t("automationRuns.step.skipped")}</span>}
        {shown.map((id) => (
          <span key={id} className={styles.made}>
            {/* A message has no name besides its card's. */}
            {run.subjects[id]?.delivery ? null : <SubjectLink id={id} subject={run.subjects[id]} />}
            <Delivery of={run.subjects[id]} />
          </span>
        ))}
      </div>
      {changed.map((id) => {
        const change = run.changes[id];
        return change && <RunChanges key={id} change={change} type={type} />;
      })}
      {message !== null && <p className={styles.detail}>{reasonOf({ message, params: null })}</p>}
    </li>
  );
}
