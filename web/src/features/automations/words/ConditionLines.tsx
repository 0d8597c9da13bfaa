import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Condition, Filter } from "@kartis/core/cards/query/schema.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { iconOf } from "../../fields/screens.ts";
import { isComplete } from "../../cards/filters/conditions.ts";
import { wordOf } from "../../cards/filters/FilterChip.tsx";
import { useValueText } from "../../cards/filters/useValueText.ts";
import { useConditionFields } from "./fields.ts";
import styles from "./words.module.css";

interface ConditionLinesProps {
  filter: Filter;
  type: CardType | undefined;
}

/** Read-only conditions, one per line, with nested groups indented. */
export function ConditionLines({ filter, type }: ConditionLinesProps) {
  const fields = useConditionFields(type, true, true);
  return <Lines filter={filter} fields={fields} isTop />;
}

function Lines({ filter, fields, isTop = false }: { filter: Filter; fields: readonly Field[]; isTop?: boolean }) {
  const t = useT();
  const join = "any" in filter ? "any" : "all";
  const parts: readonly Filter[] = "all" in filter ? filter.all : "any" in filter ? filter.any : [filter];
  const lines = parts.map((part, at) => (
    // Conditions have no id but their index.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at} className={styles.line}>
      {"all" in part || "any" in part ? (
        <Lines filter={part} fields={fields} />
      ) : (
        <Line condition={part} field={fields.find(({ id }) => id === part.fieldId)} />
      )}
    </span>
  ));
  if (isTop) return lines;
  return (
    <span className={styles.lines}>
      <span>{t(`automations.conditions.${join}`)}</span>
      <span className={styles.indented}>{lines}</span>
    </span>
  );
}

function Line({ condition, field }: { condition: Condition; field: Field | undefined }) {
  const t = useT();
  if (!field) return <span className={styles.chip}>{t("automations.gone")}</span>;
  return <KnownLine condition={condition} field={field} />;
}

function KnownLine({ condition, field }: { condition: Condition; field: Field }) {
  const t = useT();
  const text = useValueText(field)(condition);
  return (
    <>
      <span className={styles.chip}>
        <Icon of={iconOf(field.id, field.type)} size={14} />
        <bdi>{field.label}</bdi>
      </span>{" "}
      {t(`views.operator.${wordOf(condition.operator, fieldTraits[field.type])}`)}{" "}
      {(text || !isComplete(condition)) && (
        <span className={styles.chip}>
          <bdi>{text || "…"}</bdi>
        </span>
      )}
    </>
  );
}
