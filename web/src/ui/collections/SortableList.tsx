import grip from "@fluentui/svg-icons/icons/re_order_dots_vertical_16_regular.svg?icon";
import { type ReactNode, useRef } from "react";
import { Button } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { DropIndicator, useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../display/Icon.tsx";
import styles from "./SortableList.module.css";

export interface SortableListProps<Item extends { readonly id: string }> {
  label: string;
  items: readonly Item[];
  textOf: (item: Item) => string;
  /** Lists of the same kind take each other's items, where `onMove` deals with ids that are not among the list's own. */
  kind?: string;
  /** Put before `beforeId`; null: at the end. */
  onMove: (ids: readonly string[], beforeId: string | null) => void;
  onOpen?: (id: string) => void;
  /** The one whose details are shown beside. */
  openId?: string | undefined;
  isFixed?: boolean;
  /** Rows hold controls to type in: Tab walks them, and letters are theirs. */
  hasInputs?: boolean;
  emptyText?: ReactNode;
  children: (item: Item) => ReactNode;
}

/** After React Aria's own focusing. */
const refocusMilliseconds = 100;

/** Rows in an order that people choose: dragged by pointer, touch or keyboard (the grip, Enter, arrows, Enter). Offer the same in each row's menu. */
export function SortableList<Item extends { readonly id: string }>({
  label,
  items,
  textOf,
  kind,
  onMove,
  onOpen,
  openId,
  isFixed = false,
  hasInputs = false,
  emptyText,
  children,
}: SortableListProps<Item>) {
  const t = useT();
  const dragType = kind ?? `kartis-${label}`;

  const list = useRef<HTMLDivElement>(null);

  /** The row keeps the focus it had: React Aria leaves it on the place of the drop, which is gone. */
  function refocus(id: string | undefined) {
    setTimeout(() => {
      if (id !== undefined && document.activeElement === document.body)
        list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`)?.focus();
    }, refocusMilliseconds);
  }

  function drop(ids: readonly string[], key: string, position: string) {
    refocus(ids[0]);
    if (position !== "after") return onMove(ids, key);
    const rest = items.slice(items.findIndex((item) => item.id === key) + 1);
    onMove(ids, rest.find((item) => !ids.includes(item.id))?.id ?? null);
  }

  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: isFixed,
    getItems: (keys) =>
      [...keys].map((key) => {
        const item = items.find((other) => other.id === key);
        return { [dragType]: String(key), "text/plain": item ? textOf(item) : "" };
      }),
    acceptedDragTypes: [dragType],
    getDropOperation: () => "move",
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.indicator ?? ""} />,
    onReorder: ({ keys, target }) => drop([...keys].map(String), String(target.key), target.dropPosition),
    onInsert: ({ items: dropped, target }) =>
      void idsOf(dropped, dragType).then((ids) => drop(ids, String(target.key), target.dropPosition)),
    onRootDrop: ({ items: dropped }) => void idsOf(dropped, dragType).then((ids) => onMove(ids, null)),
  });

  return (
    <GridList
      ref={list}
      aria-label={label}
      className={styles.list ?? ""}
      items={items}
      // Whether rows can be dragged is decided once per list.
      key={isFixed ? "fixed" : "sortable"}
      {...(isFixed ? {} : { dragAndDropHooks })}
      keyboardNavigationBehavior={hasInputs ? "tab" : "arrow"}
      // Rows are drawn from state beside the item too (which one is open).
      dependencies={[openId, children]}
      renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
      {...(onOpen ? { onAction: (key) => onOpen(String(key)) } : {})}
    >
      {(item) => (
        <GridListItem
          id={item.id}
          textValue={textOf(item) || "–"}
          className={styles.row ?? ""}
          data-open-row={item.id === openId || undefined}
        >
          {!isFixed && (
            <Button slot="drag" className={styles.grip ?? ""} aria-label={t("common.reorderNamed", { name: textOf(item) })}>
              <Icon of={grip} />
            </Button>
          )}
          {children(item)}
        </GridListItem>
      )}
    </GridList>
  );
}

interface Dropped {
  readonly kind: string;
}
const isText = (item: Dropped): item is Dropped & { getText: (type: string) => Promise<string> } => item.kind === "text";

const idsOf = (dropped: readonly Dropped[], type: string): Promise<string[]> =>
  Promise.all(dropped.filter(isText).map((item) => item.getText(type)));

/** The list with these ids moved before another, or to the end. */
export function moved<Item extends { readonly id: string }>(
  items: readonly Item[],
  ids: readonly string[],
  beforeId: string | null,
): Item[] {
  if (beforeId !== null && ids.includes(beforeId)) return [...items];
  const taken = items.filter((item) => ids.includes(item.id));
  const rest = items.filter((item) => !ids.includes(item.id));
  const at = beforeId === null ? rest.length : rest.findIndex((item) => item.id === beforeId);
  return rest.toSpliced(at === -1 ? rest.length : at, 0, ...taken);
}

/** The list with one moved up (-1) or down (1) by a place. */
export function stepped<Item extends { readonly id: string }>(items: readonly Item[], id: string, step: -1 | 1): Item[] {
  const from = items.findIndex((item) => item.id === id);
  const item = items[from];
  const to = from + step;
  return !item || to < 0 || to >= items.length ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item);
}
