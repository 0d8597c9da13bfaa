import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import arrowDown from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import arrowLeft from "@fluentui/svg-icons/icons/arrow_left_16_regular.svg?icon";
import arrowRight from "@fluentui/svg-icons/icons/arrow_right_16_regular.svg?icon";
import arrowUp from "@fluentui/svg-icons/icons/arrow_up_16_regular.svg?icon";
import eyeOff from "@fluentui/svg-icons/icons/eye_off_16_regular.svg?icon";
import filterIcon from "@fluentui/svg-icons/icons/filter_16_regular.svg?icon";
import rows from "@fluentui/svg-icons/icons/layout_row_four_16_regular.svg?icon";
import sumIcon from "@fluentui/svg-icons/icons/data_histogram_16_regular.svg?icon";
import { useRef } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import type { ListState } from "../list/useListState.ts";
import { canGroup } from "../views/grouping.ts";
import { arrange, moved, viewColumnsOf, type Column } from "./columns.ts";

interface HeadMenuProps {
  column: Column;
  columns: readonly Column[];
  anchor: HTMLElement;
  state: ListState;
  onFilter: (fieldId: string) => void;
  onClose: () => void;
}

/** Menu of a column header. */
export function HeadMenu({ column, columns, anchor, state, onFilter, onClose }: HeadMenuProps) {
  const t = useT();
  const triggerRef = useRef(anchor);
  const { current, change } = state;
  const placed = arrange(columns, current.columns);
  const direction = current.sort.find((entry) => entry.fieldId === column.id)?.direction;
  const { field } = column;
  const summable = placed.flatMap((entry) =>
    entry.column.field && fieldTraits[entry.column.field.type].summable ? [entry.column.id] : [],
  );
  const sums = current.sums ?? summable;
  const isSummed = sums.includes(column.id);
  const isGrouped = current.groupBy === column.id;
  const isName = column.id === "name";

  function run(key: string) {
    switch (key) {
      case "asc":
      case "desc":
        return state.setSort(direction === key ? [] : [{ fieldId: column.id, direction: key }]);
      case "filter":
        return onFilter(column.id);
      case "group":
        return change({ groupBy: isGrouped ? undefined : column.id });
      case "sum":
        return change({ sums: isSummed ? sums.filter((id) => id !== column.id) : [...sums, column.id] });
      case "back":
      case "on":
        return change({ columns: viewColumnsOf(moved(placed, column.id, key === "on" ? 1 : -1)) });
      case "hide":
        return change({
          columns: viewColumnsOf(placed.map((entry) => (entry.column.id === column.id ? { ...entry, isHidden: true } : entry))),
        });
    }
    return undefined;
  }

  return (
    <Popover
      kind="menu"
      aria-label={column.label}
      isOpen
      triggerRef={triggerRef}
      placement="bottom start"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu
        aria-label={column.label}
        autoFocus="first"
        className={listStyles.list ?? ""}
        onAction={(key) => run(String(key))}
        onClose={onClose}
      >
        {column.isSortable && (
          <MenuItem id="asc" icon={arrowUp}>
            {direction === "asc" ? t("views.unsort") : t("cards.sort.asc")}
          </MenuItem>
        )}
        {column.isSortable && (
          <MenuItem id="desc" icon={arrowDown}>
            {direction === "desc" ? t("views.unsort") : t("cards.sort.desc")}
          </MenuItem>
        )}
        {(field ?? ["name", "owner", "updatedAt", "createdAt"].includes(column.id)) && (
          <MenuItem id="filter" icon={filterIcon}>
            {t("views.filterBy")}
          </MenuItem>
        )}
        {field && canGroup(field) && (
          <MenuItem id="group" icon={rows}>
            {t(isGrouped ? "views.ungroup" : "views.groupByThis")}
          </MenuItem>
        )}
        {field && fieldTraits[field.type].summable && (
          <MenuItem id="sum" icon={sumIcon}>
            {t(isSummed ? "views.hideSum" : "views.showSum")}
          </MenuItem>
        )}
        {!isName && <MenuSeparator />}
        {!isName && (
          <MenuItem id="back" icon={arrowLeft} flipIcon>
            {t("views.moveBack")}
          </MenuItem>
        )}
        {!isName && (
          <MenuItem id="on" icon={arrowRight} flipIcon>
            {t("views.moveOn")}
          </MenuItem>
        )}
        {!isName && (
          <MenuItem id="hide" icon={eyeOff}>
            {t("views.hide")}
          </MenuItem>
        )}
      </AriaMenu>
    </Popover>
  );
}
