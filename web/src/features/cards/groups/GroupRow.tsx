import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { usePrintSum } from "../../fields/display/usePrintSum.ts";
import type { Column } from "../table/columns.ts";
import { GroupLabel } from "./GroupLabel.tsx";
import styles from "./GroupRow.module.css";
import type { GroupPlace } from "./layout.ts";

interface GroupRowProps {
  field: Field;
  group: GroupPlace;
  index: number;
  /** Pixels from the top of the body. */
  offset: number;
  columns: readonly Column[];
  isActive: boolean;
}

/** The head of a group: what its cards have in common, how many they are, and the sums of the columns. A press or Enter opens and closes it. */
export function GroupRow({ field, group, index, offset, columns, isActive }: GroupRowProps) {
  const t = useT();
  const format = useFormat();
  const print = usePrintSum();
  const sums = columns.flatMap((column) => {
    const sum = group.sums[column.id];
    return column.field && sum !== undefined ? [{ column, text: print(column.field, sum) }] : [];
  });
  return (
    <div role="row" aria-rowindex={index + 2} className={styles.row} style={{ transform: `translateY(${offset}px)` }}>
      <div
        role="gridcell"
        aria-expanded={group.isOpen}
        aria-colindex={1}
        aria-colspan={columns.length + 1}
        className={styles.cell}
        data-row={index}
        data-column={1}
        data-group
        tabIndex={isActive ? 0 : -1}
      >
        <span className={styles.head}>
          <Icon of={group.isOpen ? chevronDown : chevronRight} flip={!group.isOpen} />
          <GroupLabel field={field} value={group.value} />
          <span className={styles.count} aria-label={t("cards.count", { count: group.count })}>
            <Num>{format.number(group.count)}</Num>
          </span>
          {sums.map(({ column, text }) => (
            <span key={column.id} className={styles.sum}>
              <bdi>{column.label}</bdi> <Num>{text}</Num>
            </span>
          ))}
        </span>
      </div>
    </div>
  );
}
