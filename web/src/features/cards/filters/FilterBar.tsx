import filterIcon from "@fluentui/svg-icons/icons/filter_16_regular.svg?icon";
import type { CardType, Condition } from "@kartis/core/cards/schema.ts";
import { useMemo, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Count } from "../../../ui/Pill.tsx";
import { fieldTraits } from "../fields/traits.ts";
import type { ListState } from "../list/useListState.ts";
import { useIsPhone } from "../list/useIsPhone.ts";
import type { Column } from "../table/columns.ts";
import { AddFilter, FieldMenu } from "./AddFilter.tsx";
import { chipsOf, filterOf, isComplete, type Chip } from "./conditions.ts";
import { filterFieldsOf, firstOperator } from "./filter-fields.ts";
import styles from "./filters.module.css";
import { SortButton, SortMenu } from "./SortButton.tsx";

const FilterChip = later(async () => (await import("./FilterChip.tsx")).FilterChip);
const GroupChip = later(async () => (await import("./FilterChip.tsx")).GroupChip);
const FilterSheet = later(async () => (await import("./FilterSheet.tsx")).FilterSheet);

export function preloadFilters(): void {
  for (const part of [FieldMenu, SortMenu, FilterChip, GroupChip, FilterSheet]) void part.preload();
}

interface FilterBarProps {
  type: CardType | undefined;
  columns: readonly Column[];
  state: ListState;
}

/** Chips for the conditions of the list; below 768 one button that opens them as a sheet. */
export function FilterBar({ type, columns, state }: FilterBarProps) {
  const t = useT();
  const isPhone = useIsPhone();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const chips = chipsOf(state.search.filter);
  const clear = chips.length > 0 && (
    <Button variant="ghost" onPress={() => state.setFilter(undefined)}>
      {t("common.clear")}
    </Button>
  );
  if (!isPhone) {
    return (
      <div className={styles.bar}>
        <Chips type={type} chips={chips} state={state} />
        <span className={styles.end}>
          {clear}
          <SortButton columns={columns} state={state} />
        </span>
      </div>
    );
  }
  return (
    <div className={styles.bar}>
      <Button size={28} icon={filterIcon} onPress={() => setSheetOpen(true)}>
        {t("cards.filters")} {chips.length > 0 && <Count>{chips.length}</Count>}
      </Button>
      <SortButton columns={columns} state={state} look="secondary" />
      {isSheetOpen && (
        <FilterSheet footerStart={clear} onClose={() => setSheetOpen(false)}>
          <Chips type={type} chips={chips} state={state} />
        </FilterSheet>
      )}
    </div>
  );
}

function Chips({ type, chips, state }: { type: CardType | undefined; chips: readonly Chip[]; state: ListState }) {
  const t = useT();
  const fields = useMemo(() => filterFieldsOf(type, t), [type, t]);
  /** A condition that has no value yet: it is shown, with its editor open, and filters nothing. */
  const [draft, setDraft] = useState<Condition>();

  const replace = (index: number, chip: Chip | undefined) =>
    state.setFilter(filterOf(chip ? chips.with(index, chip) : chips.toSpliced(index, 1)));

  function add(fieldId: string) {
    const field = fields.find((other) => other.id === fieldId);
    if (!field) return;
    const condition: Condition = { fieldId, operator: firstOperator(fieldTraits[field.type].control) };
    if (isComplete(condition)) state.setFilter(filterOf([...chips, { kind: "condition", condition }]));
    else setDraft(condition);
  }

  function finish(condition: Condition) {
    if (!isComplete(condition)) return setDraft(condition);
    setDraft(undefined);
    state.setFilter(filterOf([...chips, { kind: "condition", condition }]));
  }

  return (
    <>
      {chips.map((chip, index) => {
        const field = chip.kind === "condition" ? fields.find((other) => other.id === chip.condition.fieldId) : undefined;
        // A chip has no identity but its place.
        const key = `${index}:${chip.kind === "condition" ? chip.condition.fieldId : "group"}`;
        if (chip.kind === "group" || !field)
          return <GroupChip key={key} chip={chip} onRemove={() => replace(index, undefined)} />;
        return (
          <FilterChip
            key={key}
            fields={fields}
            field={field}
            condition={chip.condition}
            onChange={(condition) => replace(index, { kind: "condition", condition })}
            onField={(fieldId) => {
              replace(index, undefined);
              add(fieldId);
            }}
            onRemove={() => replace(index, undefined)}
          />
        );
      })}
      {draft && (
        <Draft
          key={draft.fieldId}
          fields={fields}
          draft={draft}
          onChange={finish}
          onField={add}
          onRemove={() => setDraft(undefined)}
        />
      )}
      <AddFilter fields={fields} onAdd={add} />
    </>
  );
}

interface DraftProps {
  fields: ReturnType<typeof filterFieldsOf>;
  draft: Condition;
  onChange: (condition: Condition) => void;
  onField: (fieldId: string) => void;
  onRemove: () => void;
}

function Draft({ fields, draft, ...handlers }: DraftProps) {
  const field = fields.find((other) => other.id === draft.fieldId);
  return field ? <FilterChip fields={fields} field={field} condition={draft} isNew {...handlers} /> : null;
}
