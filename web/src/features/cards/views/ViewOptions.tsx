import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import board from "@fluentui/svg-icons/icons/board_16_regular.svg?icon";
import historyIcon from "@fluentui/svg-icons/icons/history_16_regular.svg?icon";
import drag from "@fluentui/svg-icons/icons/re_order_dots_vertical_16_regular.svg?icon";
import table from "@fluentui/svg-icons/icons/table_16_regular.svg?icon";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { ReactElement } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { PanelTrigger } from "../../../ui/overlays/PanelTrigger.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { densities, setDensity, useDensity } from "../list/density.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import type { ListState } from "../list/useListState.ts";
import { arrange, viewColumnsOf, type Column, type PlacedColumn } from "../table/columns.ts";
import { figureFieldsOf } from "../figures.ts";
import { dateFieldsOf } from "../calendar/dates.ts";
import { canGroup } from "./grouping.ts";
import { laneFieldsOf } from "./lane-fields.ts";
import styles from "./ViewOptions.module.css";

interface ViewOptionsProps {
  trigger: ReactElement;
  type: CardType | undefined;
  columns: readonly Column[];
  state: ListState;
  /** Number of cards that are shown. */
  total: number;
}

const dayMs = 86_400_000;

/** Appearance of the list: table, board or calendar, grouping, columns and their order, row height. */
export function ViewOptions({ trigger, type, columns, state, total }: ViewOptionsProps) {
  const t = useT();
  const isPhone = useIsPhone();
  const density = useDensity();
  const { current, change } = state;
  const laneFields = type ? laneFieldsOf(type) : [];
  const groupFields = type ? [...type.fields, ...figureFieldsOf(t)].filter(canGroup) : [];
  const dateFields = type ? dateFieldsOf(type) : [];
  const isBoard = current.display === "kanban" && laneFields.length > 0;
  const isCalendar = current.display === "calendar" && dateFields.length > 0;
  const isTable = !isBoard && !isCalendar;
  const options = (fields: readonly Field[]) => fields.map((field) => ({ id: field.id, label: field.label }));
  const lane = current.kanbanBy ?? laneFields[0]?.id;
  const date = (dateFields.find(({ id }) => id === current.calendarBy) ?? dateFields[0])?.id;
  return (
    <PanelTrigger
      trigger={trigger}
      title={t("cards.view.options")}
      isSheet={isPhone}
      doneLabel={t("cards.filters.show", { count: total })}
      placement="bottom end"
      className={styles.options}
    >
      {laneFields.length + dateFields.length > 0 && (
        <SegmentedControl
          label={t("views.display")}
          options={[
            { id: "table" as const, label: t("views.table"), icon: table },
            ...(lane ? [{ id: "kanban" as const, label: t("views.board"), icon: board }] : []),
            ...(date ? [{ id: "calendar" as const, label: t("views.calendar"), icon: calendar }] : []),
          ]}
          value={current.display}
          onChange={(display) =>
            change({
              display,
              ...(display === "kanban" && lane ? { kanbanBy: lane } : {}),
              ...(display === "calendar" && date ? { calendarBy: date } : {}),
            })
          }
        />
      )}
      {isBoard && lane && (
        <Select
          label={t("views.lanes")}
          options={options(laneFields)}
          value={lane}
          onChange={(kanbanBy) => change({ kanbanBy })}
        />
      )}
      {isCalendar && date && (
        <Select
          label={t("views.dateBy")}
          options={options(dateFields)}
          value={date}
          onChange={(calendarBy) => change({ calendarBy })}
        />
      )}
      {isTable && groupFields.length > 0 && (
        <Select
          label={t("views.groupBy")}
          options={[{ id: "none", label: t("views.noGroups") }, ...options(groupFields)]}
          value={current.groupBy ?? "none"}
          onChange={(id) => change({ groupBy: id === "none" ? undefined : id })}
        />
      )}
      {isTable && (
        <>
          <div className={styles.part}>
            <span className={styles.title}>{t("views.density")}</span>
            <SegmentedControl
              label={t("views.density")}
              options={densities.map((id) => ({ id, label: t(`views.density.${id}`) }))}
              value={density}
              onChange={setDensity}
            />
          </div>
          <ColumnList columns={columns} state={state} />
        </>
      )}
      {type && !state.search.asOf && (
        <Button variant="ghost" icon={historyIcon} onPress={() => state.showAsOf(new Date(Date.now() - dayMs).toISOString())}>
          {t("views.asOf")}
        </Button>
      )}
    </PanelTrigger>
  );
}

/** Shown or not, by a tick; the order by dragging, with a pointer or with Enter on the handle and the arrows. */
function ColumnList({ columns, state }: { columns: readonly Column[]; state: ListState }) {
  const t = useT();
  const placed = arrange(columns, state.current.columns);
  const others = placed.filter(({ column }) => column.id !== "name");
  const save = (next: readonly PlacedColumn[]) => state.change({ columns: viewColumnsOf(next) }, false);

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder({ keys, target }) {
      const taken = others.filter(({ column }) => keys.has(column.id));
      const rest = others.filter(({ column }) => !keys.has(column.id));
      const at = rest.findIndex(({ column }) => column.id === target.key) + (target.dropPosition === "after" ? 1 : 0);
      save([...placed.filter(({ column }) => column.id === "name"), ...rest.toSpliced(at, 0, ...taken)]);
    },
  });

  return (
    <div className={styles.part}>
      <span className={styles.title}>{t("views.columns")}</span>
      <GridList
        aria-label={t("views.columns")}
        className={styles.columns ?? ""}
        items={others.map((entry) => ({ ...entry, id: entry.column.id }))}
        selectionMode="multiple"
        escapeKeyBehavior="none"
        selectionBehavior="toggle"
        selectedKeys={others.filter(({ isHidden }) => !isHidden).map(({ column }) => column.id)}
        onSelectionChange={(keys) =>
          save(
            placed.map((entry) => ({
              ...entry,
              isHidden: entry.column.id !== "name" && keys !== "all" && !keys.has(entry.column.id),
            })),
          )
        }
        dragAndDropHooks={dragAndDropHooks}
      >
        {({ column }) => (
          <GridListItem id={column.id} textValue={column.label} className={styles.column ?? ""}>
            <AriaButton slot="drag" className={styles.handle ?? ""} aria-label={t("views.drag", { name: column.label })}>
              <Icon of={drag} />
            </AriaButton>
            <Checkbox slot="selection">
              <bdi>{column.label}</bdi>
            </Checkbox>
          </GridListItem>
        )}
      </GridList>
    </div>
  );
}
