import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useRef, type MouseEvent } from "react";
import { useFormat } from "../../../lib/i18n.tsx";
import { RecordAvatar } from "../../../ui/display/Avatar.tsx";
import { TypeSquare } from "../../../ui/display/Pill.tsx";
import { avatarUrlOf } from "../../records/file-values.ts";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { Display } from "../../fields/display/Display.tsx";
import { asText, isEmpty } from "../../fields/values.ts";
import { useNameOf } from "../../people/people.ts";
import type { TableMemory } from "../table/useGridFocus.ts";
import type { Column } from "../table/columns.ts";
import { fieldOf, nameOf } from "../../records/card-types.ts";
import { cardHref } from "../../records/card-href.ts";
import styles from "./PhoneList.module.css";
import type { VisibleRange } from "./useCardList.ts";
import { useRowWindow } from "./useRowWindow.ts";

const rowHeight = 68;

interface PhoneListProps {
  types: readonly CardType[];
  columns: readonly Column[];
  total: number;
  rowAt: (index: number) => Card | undefined;
  memory: TableMemory;
  onRange: (range: VisibleRange) => void;
  onOpen: (card: Card) => void;
}

/** On a phone a card is two lines: name and amount, status and who is on it since when. */
export function PhoneList({ types, columns, total, rowAt, memory, onRange, onOpen }: PhoneListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = useRowWindow({ scroller, count: total, height: rowHeight, overscan: 6, memory, onRange });

  function onClick(event: MouseEvent, card: Card) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(card);
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      <ul className={styles.body} style={{ blockSize: total * rowHeight }}>
        {rows.map((index) => {
          const card = rowAt(index);
          const type = types.find((other) => other.id === card?.typeId);
          return (
            <li
              key={index}
              className={styles.row}
              style={{ transform: `translateY(${index * rowHeight}px)` }}
              aria-setsize={total}
              aria-posinset={index + 1}
            >
              {card && type ? (
                <a className={styles.link} href={cardHref(type, card.id)} onClick={(event) => onClick(event, card)}>
                  <PhoneRow card={card} type={type} columns={columns} />
                </a>
              ) : (
                <span className={styles.bar} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function PhoneRow({ card, type, columns }: { card: Card; type: CardType; columns: readonly Column[] }) {
  const format = useFormat();
  const isOfAll = columns.some((column) => column.id === "type");
  const status = fieldOf(type, "status");
  const amount = type.fields.find((field) => field.displayed && fieldTraits[field.type].settings.includes("currency"));
  return (
    <>
      <RecordAvatar name={nameOf(card)} imageUrl={avatarUrlOf(card)} size={32} />
      <span className={styles.main}>
        <bdi className={styles.name}>{nameOf(card)}</bdi>
        <span className={styles.line}>
          {isOfAll && (
            <span className={styles.type}>
              <TypeSquare hue={type.hue} />
              <bdi>{type.name}</bdi>
            </span>
          )}
          {status && !isEmpty(card.fields[status.id]) && <Display field={status} value={card.fields[status.id]} place="cell" />}
        </span>
      </span>
      <span className={styles.end}>
        <span className={styles.amount}>
          {amount && !isEmpty(card.fields[amount.id]) && <Display field={amount} value={card.fields[amount.id]} place="cell" />}
        </span>
        <span className={styles.since}>
          {format.relative(card.updatedAt)}
          <Owner userId={asText(card.fields["owner"])} />
        </span>
      </span>
    </>
  );
}

function Owner({ userId }: { userId: string }) {
  const name = useNameOf()(userId);
  return userId && name ? <MemberAvatar userId={userId} /> : null;
}
