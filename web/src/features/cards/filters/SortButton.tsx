import sortIcon from "@fluentui/svg-icons/icons/arrow_sort_16_regular.svg?icon";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { MenuButton } from "../../../ui/actions/MenuButton.tsx";
import type { ListState } from "../list/useListState.ts";
import type { Column } from "../table/columns.ts";

export const SortPanel = later(() => withWords(["views"], import("./SortPanel.tsx")).then((module) => module.SortPanel));

interface SortButtonProps {
  columns: readonly Column[];
  state: ListState;
  total: number;
  look?: "ghost" | "secondary";
}

/** Button that shows what the list is sorted by. */
export function SortButton({ columns, state, total, look = "ghost" }: SortButtonProps) {
  const t = useT();
  const [main] = state.sort;
  const label = columns.find((column) => column.id === main?.fieldId)?.label ?? t("cards.sort");
  return (
    <MenuButton
      preload={SortPanel.preload}
      button={(props) => (
        <Button variant={look} icon={sortIcon} {...props}>
          {state.sort.length > 1 ? `${label} +${state.sort.length - 1}` : label}
        </Button>
      )}
      menu={(trigger) => <SortPanel columns={columns} state={state} total={total} trigger={trigger} />}
    />
  );
}
