import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import branch from "@fluentui/svg-icons/icons/branch_16_regular.svg?icon";
import type { Condition, Filter } from "@kartis/core/cards/query/schema.ts";
import { useMemo, useState } from "react";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { MenuButton } from "../../../ui/actions/MenuButton.tsx";
import { AddFilter } from "../../cards/filters/AddFilter.tsx";
import { type Chip, chipsOf, filterOf, isComplete } from "../../cards/filters/conditions.ts";
import { FilterChip, GroupChip } from "../../cards/filters/FilterChip.tsx";
import { filterFieldsOf } from "../../cards/filters/filter-fields.ts";
import type { LayoutDraft } from "../draft.ts";
import styles from "../editor.module.css";
import { useEditor } from "../useTypeEditor.ts";

const AdvancedFilter = later(() =>
  withWords(["views"], import("../../cards/filters/AdvancedFilter.tsx")).then((module) => module.AdvancedFilter),
);

/** Condition for cards that a layout applies to, with the same filters as lists. */
export function LayoutFilter({ layout, onChange }: { layout: LayoutDraft; onChange: (filter: Filter | undefined) => void }) {
  const t = useT();
  const { type, draft } = useEditor();
  const edited = useMemo(() => type && { ...type, fields: draft.fields }, [type, draft.fields]);
  const fields = useMemo(() => filterFieldsOf(edited, t), [edited, t]);
  const [unfinished, setUnfinished] = useState<Condition>();
  const chips = chipsOf(layout.filter);
  const set = (next: readonly Chip[]) => onChange(filterOf(next));

  function finish(condition: Condition) {
    if (!isComplete(condition)) return setUnfinished(condition);
    setUnfinished(undefined);
    set([...chips, { kind: "condition", condition }]);
  }

  function add(fieldId: string) {
    const field = fields.find((one) => one.id === fieldId);
    if (field) finish({ fieldId, operator: fieldTraits[field.type].defaultOperator });
  }

  const unfinishedField = fields.find((one) => one.id === unfinished?.fieldId);
  return (
    <div className={styles.chips}>
      {chips.map((chip, index) => {
        const field = chip.kind === "condition" ? fields.find((one) => one.id === chip.condition.fieldId) : undefined;
        const remove = () => set(chips.toSpliced(index, 1));
        // A chip has no identity but its place.
        const key = `${index}:${field?.id ?? "group"}`;
        if (chip.kind === "group" || !field) return <GroupChip key={key} chip={chip} onRemove={remove} />;
        return (
          <FilterChip
            key={key}
            fields={fields}
            field={field}
            condition={chip.condition}
            onChange={(condition) => set(chips.with(index, { kind: "condition", condition }))}
            onField={(fieldId) => {
              remove();
              add(fieldId);
            }}
            onRemove={remove}
          />
        );
      })}
      {unfinished && unfinishedField && (
        <FilterChip
          key={unfinished.fieldId}
          fields={fields}
          field={unfinishedField}
          condition={unfinished}
          isNew
          onChange={finish}
          onField={add}
          onRemove={() => setUnfinished(undefined)}
        />
      )}
      <AddFilter fields={fields} onAdd={add} />
      <MenuButton
        preload={AdvancedFilter.preload}
        button={(props) => (
          <IconButton
            {...props}
            icon={branch}
            label={t("cards.filters.advanced")}
            size={28}
            isSelected={chips.some(({ kind }) => kind === "group")}
          />
        )}
        menu={(trigger) => (
          <AdvancedFilter
            doneLabel={t("common.close")}
            trigger={trigger}
            type={edited}
            filter={layout.filter}
            onChange={onChange}
          />
        )}
      />
    </div>
  );
}
