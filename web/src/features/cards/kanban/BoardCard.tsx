import type { FieldTraits } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import moreIcon from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import drag from "@fluentui/svg-icons/icons/re_order_dots_vertical_16_regular.svg?icon";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import { Button } from "react-aria-components/Button";
import { GridListItem } from "react-aria-components/GridList";
import { useT } from "../../../lib/i18n.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { Display } from "../../fields/display/Display.tsx";
import { asText, isEmpty } from "../../fields/values.ts";
import { reasonOf } from "../../records/denied.ts";
import { DeniedAction, useWhyNot } from "../../records/rights.ts";
import { phoneNumbersOf } from "../card-menu/phone-numbers.ts";
import { useRolledBack } from "../rolled-back.ts";
import type { Column } from "../table/columns.ts";
import { nameOf } from "../../records/card-types.ts";
import styles from "./board.module.css";
import { BoardCardMenu } from "./BoardCardMenu.tsx";
import type { LaneValue } from "./lanes.ts";
import type { BoardLane } from "./useBoard.ts";

interface BoardCardProps {
  card: Card;
  type: CardType;
  columns: readonly Column[];
  laneField: Field;
  lanes: readonly BoardLane[];
  laneName: (value: LaneValue) => string;
  onMove: (card: Card, value: LaneValue) => void;
}

/** Three lines: the name; an amount and a choice; priority, a day and whose it is. What the list's columns do not show, its cards do not either. */
export function BoardCard({ card, type, columns, laneField, lanes, laneName, onMove }: BoardCardProps) {
  const t = useT();
  const isRolledBack = useRolledBack();
  const fields = columns.flatMap(({ field }) =>
    field && field.id !== laneField.id && !isEmpty(card.fields[field.id]) ? [field] : [],
  );
  const first = (isWanted: (traits: FieldTraits) => boolean) =>
    fields.find((field) => isWanted(fieldTraits[field.type]) && field.key !== "priority");
  const priority = fields.find((field) => field.key === "priority");
  const [amount, choice, day] = [
    first(({ settings }) => settings.includes("currency")),
    first(({ choices, column }) => choices === "options" && column === "text"),
    first(({ moment }) => moment === "day"),
  ];
  const owner = laneField.id === "owner" ? "" : asText(card.fields["owner"]);
  const name = nameOf(card);
  const denial = useWhyNot()("update", card);
  const show = (field: Field | undefined) => field && <Display field={field} value={card.fields[field.id]} place="cell" />;
  return (
    <GridListItem
      id={card.id}
      textValue={name}
      className={styles.card ?? ""}
      data-rolled-back={isRolledBack(card.id, laneField.id) || undefined}
    >
      <bdi className={styles.cardName} dir={textDirection(name)}>
        {name}
      </bdi>
      {(amount ?? choice) && (
        <span className={styles.line}>
          {amount && <b className={styles.amount}>{show(amount)}</b>}
          {amount && choice && <span aria-hidden="true">·</span>}
          {show(choice)}
        </span>
      )}
      <span className={styles.line}>
        {show(priority)}
        {show(day)}
        <span className={styles.cardEnd}>
          {denial && phoneNumbersOf(card, type).length === 0 ? (
            <DeniedAction denial={denial} label={`${t("views.moveTo")}: ${name}`}>
              <Button className={styles.tool ?? ""}>
                <Icon of={moreIcon} />
              </Button>
            </DeniedAction>
          ) : (
            <BoardCardMenu
              card={card}
              type={type}
              lanes={lanes.filter((lane) => lane.value !== (card.fields[laneField.id] ?? null))}
              reason={denial && reasonOf(t, denial)}
              laneName={laneName}
              onMove={onMove}
              trigger={
                <Button className={styles.tool ?? ""} aria-label={`${t("common.more")}: ${name}`}>
                  <Icon of={moreIcon} />
                </Button>
              }
            />
          )}
          {!denial && (
            <Button slot="drag" className={styles.tool ?? ""} aria-label={t("views.drag", { name })}>
              <Icon of={drag} />
            </Button>
          )}
          {owner && <MemberAvatar userId={owner} />}
        </span>
      </span>
    </GridListItem>
  );
}
