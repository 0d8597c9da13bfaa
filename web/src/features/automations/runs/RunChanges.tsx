import type { AutomationRunDetails } from "@kartis/core/automations/run-schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { Change } from "../../cards/card/history/Change.tsx";
import { changesOf } from "../../cards/card/history/changes.ts";
import { fieldOf } from "../../records/card-types.ts";
import styles from "./runs.module.css";

interface RunChangesProps {
  change: AutomationRunDetails["changes"][string];
  type: CardType | undefined;
}

/** The card's values before and after a step, as recorded. */
export function RunChanges({ change, type }: RunChangesProps) {
  if (!type) return null;
  return changesOf(change).flatMap((one) => {
    const field = fieldOf(type, one.fieldId);
    return field
      ? [
          <div key={one.fieldId} className={styles.detail}>
            <bdi className={styles.chip}>{field.label}</bdi>
            <Change field={field} change={one} />
          </div>,
        ]
      : [];
  });
}
