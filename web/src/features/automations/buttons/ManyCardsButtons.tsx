import flash from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import type { BulkSelection } from "@kartis/core/bulk/schema.ts";
import type { CardTypeId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { laterInFocus } from "../../../lib/later.tsx";
import { SelectionAction } from "../../../ui/collections/SelectionBar.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { type Denial, DeniedAction } from "../../records/rights.ts";
import type { CardButton } from "./CardButtons.tsx";

const PressDialog = laterInFocus(
  async () => (await withWords(["automations", "automationRuns"], import("./PressDialog.tsx"))).PressDialog,
);

interface ManyCardsButtonsProps {
  typeId: CardTypeId;
  selection: BulkSelection;
  count: number;
  denial: Denial | undefined;
}

/** The buttons of automations, to be pressed on all of the selected cards: one by its name, several in a menu. */
export function ManyCardsButtons({ typeId, selection, count, denial }: ManyCardsButtonsProps) {
  const t = useT();
  const { data = [] } = useQuery(
    trpc.automations.buttonsOfType.queryOptions(
      { typeId },
      { staleTime: 0, enabled: !denial, meta: { quiet: true, private: true } },
    ),
  );
  const [pressed, setPressed] = useState<CardButton>();
  const [only, ...others] = data;
  if (!only) return null;
  const isOne = others.length === 0;
  const action = (
    <SelectionAction
      icon={flash}
      label={isOne ? only.label : t("changes.press.menu")}
      {...(isOne ? { onPress: () => setPressed(only) } : {})}
    />
  );
  if (denial)
    return (
      <DeniedAction denial={denial} label={t("changes.press.menu")}>
        {action}
      </DeniedAction>
    );
  return (
    <>
      {isOne ? (
        action
      ) : (
        <Menu aria-label={t("changes.press.menu")} placement="top" trigger={action}>
          {data.map((button) => (
            <MenuItem key={button.automationId} icon={flash} onAction={() => setPressed(button)}>
              <bdi>{button.label}</bdi>
            </MenuItem>
          ))}
        </Menu>
      )}
      {pressed && <PressDialog button={pressed} selection={selection} count={count} onClose={() => setPressed(undefined)} />}
    </>
  );
}
