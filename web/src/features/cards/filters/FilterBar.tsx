import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import branch from "@fluentui/svg-icons/icons/branch_fork_16_regular.svg?icon";
import optionsIcon from "@fluentui/svg-icons/icons/options_16_regular.svg?icon";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { Condition } from "@kartis/core/cards/query/schema.ts";
import { useEffect, useMemo, useState } from "react";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { MenuButton } from "../../../ui/actions/MenuButton.tsx";
import { Skeleton } from "../../../ui/feedback/Skeleton.tsx";
import type { ListState } from "../list/useListState.ts";
import { isPhoneNow, useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { iconOf } from "../../fields/screens.ts";
import type { Column } from "../table/columns.ts";
import { AddFilter, FieldMenu } from "./AddFilter.tsx";
import { arityOf, chipsOf, filterOf, isComplete, type Chip } from "./conditions.ts";
import { filterFieldsOf } from "./filter-fields.ts";
import styles from "./filters.module.css";
import { SortButton, SortPanel } from "./SortButton.tsx";

const loadChips = () => withWords(["views"], import("./FilterChip.tsx"));
const FilterChip = later(async () => (await loadChips()).FilterChip);
const GroupChip = later(async () => (await loadChips()).GroupChip);
const PhoneFilterBar = later(async () => (await import("./PhoneFilterBar.tsx")).PhoneFilterBar, <div className={styles.bar} />);
if (isPhoneNow()) void PhoneFilterBar.preload();
const FieldList = later(async () => (await import("./FieldList.tsx")).FieldList);

const AdvancedFilter = later(() => withWords(["views"], import("./AdvancedFilter.tsx")).then((module) => module.AdvancedFilter));
const ChangedBar = later(
  () => withWords(["views"], import("../views/ChangedBar.tsx")).then((module) => module.ChangedBar),
  <Skeleton width="150px" height="28px" radius="6px" />,
);
const ViewOptions = later(() => withWords(["views"], import("../views/ViewOptions.tsx")).then((module) => module.ViewOptions));

export function preloadFilters(): void {
  for (const part of [
    FieldMenu,
    FieldList,
    SortPanel,
    FilterChip,
    GroupChip,
    PhoneFilterBar,
    AdvancedFilter,
    ChangedBar,
    ViewOptions,
  ])
    void part.preload();
}

interface FilterBarProps {
  type: CardType | undefined;
  columns: readonly Column[];
  state: ListState;
  /** Number of cards that are shown. */
  total: number;
  /** A field that a condition is wanted on, from elsewhere. */
  filterOn: string | undefined;
  onFilterOpen: () => void;
}

/** Chips for the conditions of the list; on a phone one button that opens them as a sheet. */
export function FilterBar({ type, columns, state, total, filterOn, onFilterOpen }: FilterBarProps) {
  const t = useT();
  const isPhone = useIsPhone();
  const chips = chipsOf(state.current.filter);
  const doneLabel = t("cards.filters.show", { count: total });
  const list = <Chips type={type} chips={chips} state={state} filterOn={filterOn} onFilterOpen={onFilterOpen} />;
  const advanced = (
    <AdvancedButton
      type={type}
      state={state}
      doneLabel={doneLabel}
      isPhone={isPhone}
      isSelected={chips.some((chip) => chip.kind === "group")}
    />
  );
  const changed = state.changed.some((part) => part !== "search") && <ChangedBar type={type} state={state} />;
  const options = (
    <MenuButton
      preload={ViewOptions.preload}
      button={(props) => <IconButton {...props} icon={optionsIcon} label={t("cards.view.options")} />}
      menu={(trigger) => <ViewOptions trigger={trigger} type={type} columns={columns} state={state} total={total} />}
    />
  );
  if (isPhone)
    return (
      <PhoneFilterBar
        state={state}
        chipCount={chips.length}
        doneLabel={doneLabel}
        sort={<SortButton columns={columns} state={state} total={total} look="secondary" />}
        options={options}
        changed={changed}
      >
        {list}
        {advanced}
      </PhoneFilterBar>
    );
  return (
    <div className={styles.bar}>
      {list}
      {advanced}
      <span className={styles.end}>
        {changed}
        <SortButton columns={columns} state={state} total={total} />
        {options}
      </span>
    </div>
  );
}

interface AdvancedButtonProps {
  type: CardType | undefined;
  state: ListState;
  doneLabel: string;
  isPhone: boolean;
  isSelected: boolean;
}

/** Conditions in groups, which chips cannot show. */
function AdvancedButton({ type, state, doneLabel, isPhone, isSelected }: AdvancedButtonProps) {
  const t = useT();
  return (
    <MenuButton
      preload={AdvancedFilter.preload}
      button={(props) =>
        isPhone ? (
          <Button {...props} variant="ghost" icon={branch}>
            {t("cards.filters.advanced")}
          </Button>
        ) : (
          <IconButton {...props} icon={branch} label={t("cards.filters.advanced")} size={28} isSelected={isSelected} />
        )
      }
      menu={(trigger) => (
        <AdvancedFilter
          trigger={trigger}
          type={type}
          filter={state.current.filter}
          doneLabel={doneLabel}
          onChange={state.setFilter}
        />
      )}
    />
  );
}

interface ChipsProps {
  type: CardType | undefined;
  chips: readonly Chip[];
  state: ListState;
  filterOn: string | undefined;
  onFilterOpen: () => void;
}

function Chips({ type, chips, state, filterOn, onFilterOpen }: ChipsProps) {
  const t = useT();
  const isPhone = useIsPhone();
  const fields = useMemo(() => filterFieldsOf(type, t), [type, t]);
  /** A condition that has no value yet: it is shown, with its editor open, and filters nothing. */
  const [draft, setDraft] = useState<Condition>();
  /** The chip that a draft has become with its first value: its editor stays open for the next. */
  const [fresh, setFresh] = useState<number>();

  // Its chip comes with the next state of the list. The fields must not stand there for that moment: the press that chose the value would choose one of them.
  const isOnItsWay = fresh !== undefined && fresh >= chips.length;

  function replace(index: number, chip: Chip | undefined) {
    if (!chip) setFresh(undefined);
    state.setFilter(filterOf(chip ? chips.with(index, chip) : chips.toSpliced(index, 1)));
  }

  function add(fieldId: string) {
    const field = fields.find((other) => other.id === fieldId);
    if (!field) return;
    const condition: Condition = { fieldId, operator: fieldTraits[field.type].defaultOperator };
    if (isComplete(condition)) state.setFilter(filterOf([...chips, { kind: "condition", condition }]));
    else setDraft(condition);
  }

  function finish(condition: Condition) {
    if (!isComplete(condition)) return setDraft(condition);
    setDraft(undefined);
    setFresh(chips.length);
    state.setFilter(filterOf([...chips, { kind: "condition", condition }]));
  }

  useEffect(() => {
    if (filterOn === undefined) return;
    onFilterOpen();
    add(filterOn);
    // Adding is a one-time wish, not one of every later render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [filterOn]);

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
            isOpenAtFirst={fresh === index && fieldTraits[field.type].choices && arityOf(chip.condition.operator) === "many"}
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
      {isPhone && chips.length === 0 && !draft && !isOnItsWay ? (
        <FieldList
          label={t("cards.filter")}
          fields={fields.map((field) => ({ ...field, icon: iconOf(field.id, field.type) }))}
          onChoose={add}
        />
      ) : (
        <AddFilter fields={fields} onAdd={add} />
      )}
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
