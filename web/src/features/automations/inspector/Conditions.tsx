import type { Filter } from "@kartis/core/cards/query/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useMemo } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { FilterGroups } from "../../cards/filters/AdvancedFilter.tsx";
import { FixedValues } from "../../cards/filters/fixed-values.ts";
import { noConditions } from "../builder/AddStep.tsx";
import { automationFields } from "../words/fields.ts";
import styles from "./inspector.module.css";

interface ConditionsProps {
  type: CardType;
  filter: Filter;
  about: string;
  onChange: (filter: Filter) => void;
}

/** Conditions on the card, by the editor of the lists' filters. */
export function Conditions({ type, filter, about, onChange }: ConditionsProps) {
  const t = useT();
  const fields = useMemo(() => automationFields(type, t), [type, t]);
  return (
    <FixedValues value>
      <FilterGroups fields={fields} filter={filter} onChange={(next) => onChange(next ?? noConditions)} />
      <p className={styles.about}>{about}</p>
    </FixedValues>
  );
}
