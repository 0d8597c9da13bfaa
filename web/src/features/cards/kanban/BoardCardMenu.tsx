import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { ReactElement } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Menu, MenuItem, MenuSection } from "../../../ui/overlays/Menu.tsx";
import { CallItems } from "../card-menu/CallItems.tsx";
import { phoneNumbersOf } from "../card-menu/phone-numbers.ts";
import { nameOf } from "../../records/card-types.ts";
import type { LaneValue } from "./lanes.ts";
import type { BoardLane } from "./useBoard.ts";

interface BoardCardMenuProps {
  card: Card;
  type: CardType;
  /** Lanes it can be moved to. */
  lanes: readonly BoardLane[];
  /** Why it cannot be moved. */
  reason: string | undefined;
  laneName: (value: LaneValue) => string;
  onMove: (card: Card, value: LaneValue) => void;
  trigger: ReactElement;
}

/** What a thumb does with a card of a board: call whom it is about, or move it. */
export function BoardCardMenu({ card, type, lanes, reason, laneName, onMove, trigger }: BoardCardMenuProps) {
  const t = useT();
  return (
    <Menu aria-label={nameOf(card)} placement="bottom end" trigger={trigger}>
      {phoneNumbersOf(card, type).length > 0 && (
        <MenuSection aria-label={t("common.more")}>
          <CallItems card={card} type={type} />
        </MenuSection>
      )}
      {reason ? (
        <MenuItem isDisabled note={reason}>
          {t("views.moveTo")}
        </MenuItem>
      ) : (
        <MenuSection title={t("views.moveTo")}>
          {lanes.map((lane) => (
            <MenuItem key={lane.key} id={lane.key} onAction={() => onMove(card, lane.value)}>
              {laneName(lane.value)}
            </MenuItem>
          ))}
        </MenuSection>
      )}
    </Menu>
  );
}
