import sortIcon from "@fluentui/svg-icons/icons/arrow_sort_16_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/Button.tsx";
import { MenuButton } from "../../../ui/MenuButton.tsx";
import type { ListState } from "../list/useListState.ts";
import type { Column } from "../table/columns.ts";

export const SortMenu = later(async () => (await import("./SortMenu.tsx")).SortMenu);

interface SortButtonProps {
  columns: readonly Column[];
  state: ListState;
  look?: "ghost" | "secondary";
}

/** Says what the list is sorted by. */
export function SortButton({ columns, state, look = "ghost" }: SortButtonProps) {
  const t = useT();
  const [main] = state.sort;
  const label = columns.find((column) => column.id === main?.fieldId)?.label ?? t("cards.sort");
  return (
    <MenuButton
      preload={SortMenu.preload}
      button={(props) => (
        <Button variant={look} icon={sortIcon} {...props}>
          {label}
        </Button>
      )}
      menu={(trigger) => <SortMenu columns={columns} state={state} trigger={trigger} />}
    />
  );
}
