import type { ChangeOfMany } from "@kartis/core/automations/started-by.ts";
import type { CardTypeId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import styles from "./StartAutomations.module.css";

export interface StartAutomationsProps {
  cardTypeId: CardTypeId;
  change: ChangeOfMany;
  /** Number of cards that will be changed or created. */
  count: number;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}

/** Number of names that are listed. */
const mostNames = 3;

/** Whether a change to many cards starts automations, with their number and that of the cards in view. Absent if there are no such automations. */
export function StartAutomations({ cardTypeId, change, count, isSelected, onChange }: StartAutomationsProps) {
  const t = useT();
  const format = useFormat();
  const hintId = useId();
  const { data: automations = [] } = useQuery(
    trpc.automations.startedBy.queryOptions({ cardTypeId, change }, { staleTime: 0, meta: { quiet: true } }),
  );
  if (automations.length === 0 || count === 0) return null;
  const names = automations.slice(0, mostNames).map(({ name }) => name);
  const others = automations.length - names.length;
  const all = others > 0 ? [...names, t("automationRuns.many.others", { count: others })] : names;
  return (
    <div className={styles.choice}>
      <Checkbox isSelected={isSelected} onChange={onChange} aria-describedby={hintId}>
        {t("automationRuns.many.start", { count: automations.length })}
      </Checkbox>
      <p id={hintId} className={styles.hint}>
        <bdi>{format.list(all)}</bdi>
        <span>{t(isSelected ? "automationRuns.many.on" : "automationRuns.many.off", { count })}</span>
      </p>
    </div>
  );
}
