import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import arrowUp from "@fluentui/svg-icons/icons/arrow_up_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import type { Sort } from "@kartis/core/cards/query/schema.ts";
import type { ReactElement } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { PanelTrigger } from "../../../ui/overlays/PanelTrigger.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import type { ListState } from "../list/useListState.ts";
import type { Column } from "../table/columns.ts";
import { FieldList } from "./FieldList.tsx";
import styles from "./panels.module.css";

/** Maximum number of levels that the server accepts. */
const maxLevels = 5;

interface SortPanelProps {
  columns: readonly Column[];
  state: ListState;
  /** Number of cards that are shown. */
  total: number;
  trigger: ReactElement;
}

/** The levels of the sort, in their order. */
export function SortPanel({ columns, state, total, trigger }: SortPanelProps) {
  const t = useT();
  const isPhone = useIsPhone();
  const sortable = columns.filter((column) => column.isSortable);
  const unused = sortable.filter((column) => !state.sort.some(({ fieldId }) => fieldId === column.id));
  const optionsFor = (fieldId: string) =>
    sortable.filter((column) => column.id === fieldId || unused.includes(column)).map(({ id, label }) => ({ id, label }));
  const labelOf = (fieldId: string) => columns.find((column) => column.id === fieldId)?.label ?? fieldId;
  const replace = (at: number, level: Sort) => state.setSort(state.sort.with(at, level));
  const [next] = unused;
  return (
    <PanelTrigger
      trigger={trigger}
      title={t("cards.sort")}
      isSheet={isPhone}
      doneLabel={t("cards.filters.show", { count: total })}
      placement="bottom end"
      className={styles.panel}
    >
      {state.sort.length === 0 && (
        <FieldList
          label={t("views.sortBy")}
          fields={sortable}
          onChoose={(fieldId) => state.setSort([{ fieldId, direction: "asc" }])}
        />
      )}
      {state.sort.map((level, at) => (
        <div key={level.fieldId} className={styles.level} role="group" aria-label={labelOf(level.fieldId)}>
          <Select
            aria-label={t(at === 0 ? "views.sortBy" : "views.thenBy")}
            size={28}
            options={optionsFor(level.fieldId)}
            value={level.fieldId}
            onChange={(fieldId) => replace(at, { ...level, fieldId })}
          />
          <SegmentedControl
            label={t("cards.sort")}
            options={[
              { id: "asc", label: t("cards.sort.asc") },
              { id: "desc", label: t("cards.sort.desc") },
            ]}
            value={level.direction}
            onChange={(direction) => replace(at, { ...level, direction })}
          />
          <IconButton
            icon={arrowUp}
            label={t("views.sortUp", { label: labelOf(level.fieldId) })}
            isDisabled={at === 0}
            onPress={() => state.setSort(state.sort.toSpliced(at, 1).toSpliced(at - 1, 0, level))}
          />
          <IconButton
            icon={dismiss}
            label={t("views.removeSort", { label: labelOf(level.fieldId) })}
            onPress={() => state.setSort(state.sort.toSpliced(at, 1))}
          />
        </div>
      ))}
      {next && state.sort.length > 0 && state.sort.length < maxLevels && (
        <Button variant="ghost" icon={add} onPress={() => state.setSort([...state.sort, { fieldId: next.id, direction: "asc" }])}>
          {t("views.addSort")}
        </Button>
      )}
    </PanelTrigger>
  );
}
