import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import up from "@fluentui/svg-icons/icons/arrow_up_16_regular.svg?icon";
import down from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";

interface RowMenuProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onStep: (step: -1 | 1) => void;
  children?: ReactNode;
}

/** The menu of a row in an ordered list; Move up and Move down replace dragging. */
export function RowMenu({ name, isFirst, isLast, onStep, children }: RowMenuProps) {
  const t = useT();
  return (
    <Menu
      placement="bottom end"
      aria-label={name}
      trigger={<IconButton icon={more} size={24} label={t("cardTypes.actionsOf", { name })} />}
    >
      <MenuItem icon={up} isDisabled={isFirst} onAction={() => onStep(-1)}>
        {t("cardTypes.moveUp")}
      </MenuItem>
      <MenuItem icon={down} isDisabled={isLast} onAction={() => onStep(1)}>
        {t("cardTypes.moveDown")}
      </MenuItem>
      {children}
    </Menu>
  );
}
