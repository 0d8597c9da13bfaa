import filterIcon from "@fluentui/svg-icons/icons/filter_16_regular.svg?icon";
import sortIcon from "@fluentui/svg-icons/icons/arrow_sort_16_regular.svg?icon";
import type { CardType, Condition } from "@kartis/core/cards/schema.ts";
import { useMemo, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Menu, MenuItem } from "../../../ui/Menu.tsx";
import { Count } from "../../../ui/Pill.tsx";
import { fieldTraits } from "../fields/traits.ts";
import { nextSort } from "../list/list-state.ts";
import type { ListState } from "../list/useListState.ts";
import { useIsPhone } from "../list/useIsPhone.ts";
import type { Column } from "../table/columns.ts";
import { AddFilter } from "./AddFilter.tsx";
import { chipsOf, filterOf, isComplete, type Chip } from "./conditions.ts";
import { filterFieldsOf, firstOperator } from "./filter-fields.ts";
import { FilterChip, GroupChip } from "./FilterChip.tsx";
import styles from "./filters.module.css";

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
          <SortMenu columns={columns} state={state} />
        </span>
      </div>
    );
  }
  return (
    <div className={styles.bar}>
      <Button size={28} icon={filterIcon} onPress={() => setSheetOpen(true)}>
        {t("cards.filters")} {chips.length > 0 && <Count>{chips.length}</Count>}
      </Button>
      <SortMenu columns={columns} state={state} look="secondary" />
      <Dialog
        title={t("cards.filters")}
        isOpen={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        footerStart={clear}
        footer={
          <Button size={32} variant="primary" onPress={() => setSheetOpen(false)}>
            {t("cards.filters.show")}
          </Button>
        }
      >
        <div className={styles.sheet}>
          <Chips type={type} chips={chips} state={state} />
        </div>
      </Dialog>
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

function SortMenu({
  columns,
  state,
  look = "ghost",
}: {
  columns: readonly Column[];
  state: ListState;
  look?: "ghost" | "secondary";
}) {
  const t = useT();
  const [main] = state.sort;
  const label = columns.find((column) => column.id === main?.fieldId)?.label ?? t("cards.sort");
  const arrow = (column: Column) => state.sort.find((entry) => entry.fieldId === column.id)?.direction;
  return (
    <Menu
      placement="bottom end"
      aria-label={t("cards.sort")}
      trigger={
        <Button variant={look} icon={sortIcon}>
          {label}
        </Button>
      }
      onAction={(key) => state.setSort(nextSort(state.sort, String(key), false))}
    >
      {columns
        .filter((column) => column.isSortable)
        .map((column) => (
          <MenuItem
            key={column.id}
            id={column.id}
            icon={column.icon}
            textValue={column.label}
            note={arrow(column) && t(`cards.sort.${arrow(column) ?? "asc"}`)}
          >
            {column.label}
          </MenuItem>
        ))}
    </Menu>
  );
}
