import type { RefObject } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../lib/i18n.tsx";
import listStyles from "../../ui/collections/List.module.css";
import { MenuItem } from "../../ui/overlays/Menu.tsx";
import { Popover } from "../../ui/overlays/Popover.tsx";
import { type Level, LevelBars, levels } from "./LevelBars.tsx";
import styles from "./roles.module.css";

interface LevelMenuProps {
  /** Name of the permission that the level is for. */
  label: string;
  /** The cell it opens at. */
  anchor: RefObject<HTMLElement | null>;
  level: Level;
  onChange: (level: Level) => void;
  onOpenChange: (isOpen: boolean) => void;
}

/** The levels with what each of them means. It is there as long as it is drawn. */
export function LevelMenu({ label, anchor, level: current, onChange, onOpenChange }: LevelMenuProps) {
  const t = useT();
  return (
    <Popover kind="menu" aria-label={label} triggerRef={anchor} placement="bottom start" isOpen onOpenChange={onOpenChange}>
      <AriaMenu
        className={listStyles.list ?? ""}
        aria-label={label}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[current]}
        autoFocus="first"
        onClose={() => onOpenChange(false)}
        onAction={(key) => {
          const level = levels.find((one) => one === key);
          if (level) onChange(level);
        }}
      >
        {levels.map((level) => (
          <MenuItem key={level} id={level} textValue={t(`roles.level.${level}`)}>
            <span className={styles.choice}>
              <LevelBars level={level} />
              <span>
                <span className={styles.choiceName}>{t(`roles.level.${level}`)}</span>
                <span className={styles.choiceNote}>{t(`roles.level.${level}.about`)}</span>
              </span>
            </span>
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  );
}
