import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { reportFailure } from "../../../lib/failures.ts";
import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import subtract from "@fluentui/svg-icons/icons/subtract_16_regular.svg?icon";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { GridList } from "react-aria-components/GridList";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { Dot } from "../../../ui/display/Pill.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { usePrintSum } from "../../fields/display/usePrintSum.ts";
import { optionOf } from "../../fields/values.ts";
import type { Column } from "../table/columns.ts";
import { DeniedAction, useWhyNot } from "../../records/rights.ts";
import { nameOf } from "../../records/card-types.ts";
import { BoardCard } from "./BoardCard.tsx";
import styles from "./board.module.css";
import type { LaneValue } from "./lanes.ts";
import { QuickAdd } from "./QuickAdd.tsx";
import type { BoardLane } from "./useBoard.ts";
import { useLaneName } from "./useLaneName.ts";

const dragType = "application/x-kartis-card";

interface LaneProps {
  type: CardType;
  field: Field;
  lane: BoardLane;
  lanes: readonly BoardLane[];
  sumField: Field | undefined;
  columns: readonly Column[];
  onOpen: (card: Card) => void;
  onMore: () => void;
  onCollapse: (isCollapsed: boolean) => void;
  onDrop: (cardIds: readonly string[]) => void;
  /** A card of this lane is carried; undefined once it no longer is. */
  onDrag: (cardId: string | undefined) => void;
  /** Called when the dragged card enters or leaves this lane. */
  onOver: (isOver: boolean) => void;
  onMove: (card: Card, value: LaneValue) => void;
}

/** One value's cards. Closed it is a strip, which cards can still be dropped on. */
export function Lane({
  type,
  field,
  lane,
  lanes,
  sumField,
  columns,
  onOpen,
  onMore,
  onCollapse,
  onDrop,
  onDrag,
  onOver,
  onMove,
}: LaneProps) {
  const t = useT();
  const format = useFormat();
  const print = usePrintSum();
  const laneName = useLaneName(field);
  const [isAdding, setAdding] = useState(false);
  const whyNot = useWhyNot();
  const notCreated = whyNot("create");
  const name = laneName(lane.value);
  const cards = lane.isCollapsed ? [] : lane.cards;

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => {
        const card = lane.cards.find(({ id }) => id === key);
        return { [dragType]: String(key), "text/plain": card ? nameOf(card) : "" };
      }),
    isDisabled: whyNot("update") !== undefined,
    acceptedDragTypes: [dragType],
    getDropOperation: () => "move",
    onDragStart: ({ keys }) => onDrag([...keys].map(String)[0]),
    onDragEnd: () => onDrag(undefined),
    onDropEnter: () => onOver(true),
    onDropExit: () => onOver(false),
    renderDragPreview: (items) => <div className={styles.preview}>{items[0]?.["text/plain"]}</div>,
    onRootDrop({ items }) {
      const texts = items.flatMap((item) => (item.kind === "text" && item.types.has(dragType) ? [item.getText(dragType)] : []));
      Promise.all(texts).then(onDrop).catch(reportFailure);
    },
  });

  const list = (
    <GridList
      aria-label={t("views.group.toggle", { name, count: lane.count })}
      className={styles.cards ?? ""}
      items={cards}
      dependencies={[columns, field, lanes]}
      selectionMode="none"
      keyboardNavigationBehavior="tab"
      dragAndDropHooks={dragAndDropHooks}
      onAction={(key) => {
        const card = lane.cards.find(({ id }) => id === key);
        if (card) onOpen(card);
      }}
      renderEmptyState={() => (
        // Its cards are on their way while it is only known how many there are.
        <span className={styles.empty}>
          {lane.isCollapsed ? "" : lane.count > 0 ? t("common.loading") : t("views.lane.empty")}
        </span>
      )}
    >
      {(card) => (
        <BoardCard
          card={card}
          type={type}
          columns={columns}
          laneField={field}
          lanes={lanes}
          laneName={laneName}
          onMove={onMove}
        />
      )}
    </GridList>
  );
  const addLabel = t("views.lane.add", { name });
  const addButton = <IconButton size={24} icon={add} label={addLabel} onPress={() => setAdding(true)} />;
  const mark = <LaneMark field={field} value={lane.value} />;
  if (lane.isCollapsed) {
    return (
      <section className={styles.strip} data-lane={lane.key} aria-label={name}>
        <AriaButton className={styles.expand ?? ""} aria-expanded={false} onPress={() => onCollapse(false)}>
          {mark}
          <bdi className={styles.stripName}>{name}</bdi>
          <span className={styles.count}>{format.number(lane.count)}</span>
        </AriaButton>
        {list}
      </section>
    );
  }
  return (
    <section className={styles.lane} data-lane={lane.key} aria-label={name}>
      <header className={styles.head}>
        {mark}
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        <span className={styles.figures}>
          <span className={styles.count}>
            <Num>{format.number(lane.count)}</Num>
          </span>
          {sumField && (
            <span className={styles.sum}>
              <Num>{print(sumField, lane.sum, "compact")}</Num>
            </span>
          )}
        </span>
        <span className={styles.tools}>
          {notCreated ? (
            <DeniedAction denial={notCreated} label={addLabel}>
              {addButton}
            </DeniedAction>
          ) : (
            addButton
          )}
          <IconButton size={24} icon={subtract} label={t("views.lane.collapse", { name })} onPress={() => onCollapse(true)} />
        </span>
      </header>
      {isAdding && <QuickAdd type={type} field={field} value={lane.value} onClose={() => setAdding(false)} />}
      {list}
      {lane.more > 0 && (
        <Button variant="ghost" onPress={onMore}>
          {t("views.lane.more", { count: lane.more })}
        </Button>
      )}
    </section>
  );
}

function LaneMark({ field, value }: { field: Field; value: LaneValue }) {
  if (value !== null && fieldTraits[field.type].choices === "people") return <MemberAvatar userId={value} />;
  return <Dot hue={optionOf(field, value)?.hue ?? "slate"} />;
}
