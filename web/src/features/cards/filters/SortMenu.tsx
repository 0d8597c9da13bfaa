import type { ReactElement } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Menu, MenuItem } from "../../../ui/Menu.tsx";
import { nextSort } from "../list/list-state.ts";
import type { ListState } from "../list/useListState.ts";
import type { Column } from "../table/columns.ts";

interface SortMenuProps {
  columns: readonly Column[];
  state: ListState;
  trigger: ReactElement;
}

export function SortMenu({ columns, state, trigger }: SortMenuProps) {
  const t = useT();
  const directionOf = (column: Column) => state.sort.find((entry) => entry.fieldId === column.id)?.direction;
  return (
    <Menu
      defaultOpen
      placement="bottom end"
      aria-label={t("cards.sort")}
      trigger={trigger}
      onAction={(key) => state.setSort(nextSort(state.sort, String(key), false))}
    >
      {columns
        .filter((column) => column.isSortable)
        .map((column) => {
          const direction = directionOf(column);
          return (
            <MenuItem
              key={column.id}
              id={column.id}
              icon={column.icon}
              textValue={column.label}
              note={direction && t(`cards.sort.${direction}`)}
            >
              {column.label}
            </MenuItem>
          );
        })}
    </Menu>
  );
}
