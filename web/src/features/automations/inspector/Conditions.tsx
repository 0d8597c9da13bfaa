import { conditionsIn, namesFigures, subjectOf } from "@kartis/core/automations/conditions/subject.ts";
import type { Filter } from "@kartis/core/cards/query/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { ConditionGroup } from "../../cards/filters/AdvancedFilter.tsx";
import { type FilterGroup, groupOf } from "../../cards/filters/filter-groups.ts";
import { useConditionFields } from "../words/fields.ts";
import styles from "./inspector.module.css";

interface ConditionsProps {
  type: CardType;
  filter: Filter;
  about: string;
  /** Whether the trigger is a change, which has values before. */
  hasBefore: boolean;
  onChange: (filter: Filter) => void;
}

/** Converts a group to a filter. Keeps conditions without a value, which prevent publishing, but drops empty groups. */
function writtenOf({ join, parts }: FilterGroup): Filter {
  const filters = parts.flatMap((part): Filter[] => {
    if (part.kind === "condition") return [part.condition];
    return part.group.parts.length === 0 ? [] : [writtenOf(part.group)];
  });
  return join === "all" ? { all: filters } : { any: filters };
}

/** Edits conditions on the card, with the filter editor of lists. */
export function Conditions({ type, filter, about, hasBefore, onChange }: ConditionsProps) {
  // Conditions of another trigger stay, so that they can be seen and removed.
  const namesBefore = conditionsIn(filter).some(({ fieldId }) => subjectOf(fieldId).of === "before");
  const fields = useConditionFields(type, hasBefore || namesBefore, namesFigures(filter));
  const [group, setGroup] = useState(() => groupOf(filter));
  return (
    <>
      <ConditionGroup
        fields={fields}
        group={group}
        onChange={(next) => {
          setGroup(next);
          const written = writtenOf(next);
          if (JSON.stringify(written) !== JSON.stringify(filter)) onChange(written);
        }}
      />
      {about !== "" && <p className={styles.about}>{about}</p>}
    </>
  );
}
