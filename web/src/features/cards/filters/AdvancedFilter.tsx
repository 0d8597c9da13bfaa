import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import add16 from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Condition, Filter } from "@kartis/core/cards/query/schema.ts";
import { useMemo, useState, type ReactElement } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { PanelTrigger } from "../../../ui/overlays/PanelTrigger.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { iconOf } from "../../fields/screens.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { FieldList } from "./FieldList.tsx";
import { FilterChip } from "./FilterChip.tsx";
import { FieldMenu } from "./FieldMenu.tsx";
import { groupOf, filterOfGroup, type FilterGroup, type GroupPart } from "./filter-groups.ts";
import { filterFieldsOf } from "./filter-fields.ts";
import styles from "./panels.module.css";

/** Deeper nesting would not be readable; the server takes eight. */
const maxDepth = 4;

interface AdvancedFilterProps {
  trigger: ReactElement;
  type: CardType | undefined;
  filter: Filter | undefined;
  /** Label of the button that closes it on a phone. */
  doneLabel: string;
  onChange: (filter: Filter | undefined) => void;
}

/** Conditions and groups of them, of which all or any hold. */
export function AdvancedFilter({ trigger, type, filter, doneLabel, onChange }: AdvancedFilterProps) {
  const t = useT();
  const isPhone = useIsPhone();
  const fields = useMemo(() => filterFieldsOf(type, t), [type, t]);
  return (
    <PanelTrigger
      trigger={trigger}
      title={t("views.advanced")}
      isSheet={isPhone}
      doneLabel={doneLabel}
      placement="bottom start"
      className={styles.panel}
    >
      <FilterGroups fields={fields} filter={filter} onChange={onChange} />
    </PanelTrigger>
  );
}

interface GroupsProps {
  fields: readonly Field[];
  filter: Filter | undefined;
  onChange: (filter: Filter | undefined) => void;
}

/** The conditions themselves. Those without a value are kept here and do not filter yet. */
function FilterGroups({ fields, filter, onChange }: GroupsProps) {
  const [root, setRoot] = useState(() => groupOf(filter));
  function change(next: FilterGroup) {
    setRoot(next);
    const made = filterOfGroup(next);
    if (JSON.stringify(made) !== JSON.stringify(filter)) onChange(made);
  }
  return <ConditionGroup fields={fields} group={root} onChange={change} />;
}

interface GroupProps {
  fields: readonly Field[];
  group: FilterGroup;
  depth?: number;
  onChange: (group: FilterGroup) => void;
  onRemove?: () => void;
}

/** The editor of a group of conditions, and of the groups within it. */
export function ConditionGroup({ fields, group, depth = 0, onChange, onRemove }: GroupProps) {
  const t = useT();
  const { parts } = group;
  const put = (at: number, part: GroupPart | undefined) =>
    onChange({ ...group, parts: part ? parts.with(at, part) : parts.toSpliced(at, 1) });

  function conditionOn(fieldId: string): Condition | undefined {
    const field = fields.find((other) => other.id === fieldId);
    return field && { fieldId, operator: fieldTraits[field.type].defaultOperator };
  }
  function add(fieldId: string) {
    const condition = conditionOn(fieldId);
    if (condition) onChange({ ...group, parts: [...parts, { kind: "condition", condition }] });
  }

  return (
    <div className={styles.group} role="group" aria-label={t(`views.match.${group.join}`)}>
      <div className={styles.match}>
        {depth === 0 && <span>{t("views.match")}</span>}
        <SegmentedControl
          label={t("views.match")}
          options={[
            { id: "all", label: t("views.match.all") },
            { id: "any", label: t("views.match.any") },
          ]}
          value={group.join}
          onChange={(join) => onChange({ ...group, join })}
        />
        {onRemove && <IconButton icon={dismiss} label={t("views.removeGroup")} onPress={onRemove} />}
      </div>
      {parts.map((part, at) => {
        // A part has no identity but its place.
        const key = `${at}:${part.kind === "condition" ? part.condition.fieldId : "group"}`;
        if (part.kind === "group")
          return (
            <ConditionGroup
              key={key}
              fields={fields}
              group={part.group}
              depth={depth + 1}
              onChange={(next) => put(at, { kind: "group", group: next })}
              onRemove={() => put(at, undefined)}
            />
          );
        const field = fields.find((other) => other.id === part.condition.fieldId);
        if (!field) return null;
        return (
          <FilterChip
            key={key}
            fields={fields}
            field={field}
            condition={part.condition}
            onChange={(condition) => put(at, { kind: "condition", condition })}
            onField={(fieldId) => {
              const condition = conditionOn(fieldId);
              if (condition) put(at, { kind: "condition", condition });
            }}
            onRemove={() => put(at, undefined)}
          />
        );
      })}
      {depth === 0 && parts.length === 0 && (
        <FieldList
          label={t("views.addCondition")}
          fields={fields.map((field) => ({ ...field, icon: iconOf(field.id, field.type) }))}
          onChoose={add}
        />
      )}
      <div className={styles.foot}>
        <FieldMenu
          fields={fields}
          onChoose={add}
          trigger={
            <Button variant="ghost" icon={add16}>
              {t("views.addCondition")}
            </Button>
          }
        />
        {depth < maxDepth && (
          <Button
            variant="ghost"
            icon={add16}
            onPress={() =>
              onChange({
                ...group,
                parts: [...parts, { kind: "group", group: { join: group.join === "all" ? "any" : "all", parts: [] } }],
              })
            }
          >
            {t("views.addGroup")}
          </Button>
        )}
      </div>
    </div>
  );
}
