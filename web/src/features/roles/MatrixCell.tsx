import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import type { PermissionType } from "@kartis/core/kernel/permission.ts";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { type Level, LevelBars } from "./LevelBars.tsx";
import type { actions } from "./matrix.ts";
import styles from "./roles.module.css";

interface MatrixCellProps {
  type: PermissionType;
  action: (typeof actions)[number];
  level: Level;
  savedLevel: Level;
  canChange: boolean;
  place: { readonly row: number; readonly column: number };
  /** The grid's one stop for Tab. */
  isCurrent: boolean;
  isOpen: boolean;
  onFocus: () => void;
  onOpen: () => void;
}

/** One action on one type of things: its level, and whether it differs from what is saved. */
export function MatrixCell(props: MatrixCellProps) {
  const { type, action, level, savedLevel, canChange, place, isCurrent, isOpen, onFocus, onOpen } = props;
  const t = useT();
  const isChanged = level !== savedLevel;
  const words = t("roles.cell", {
    type: t(`roles.type.${type}`),
    action: t(`roles.action.${action}`),
    level: t(`roles.level.${level}`),
  });
  const was = isChanged ? t("roles.was", { level: t(`roles.level.${savedLevel}`) }) : undefined;
  return (
    // The table's one keyboard handler stands for all of its cells.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <td
      data-row={place.row}
      data-column={place.column}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={was ? `${words}. ${was}` : words}
      {...(canChange ? { "aria-haspopup": "menu" as const, "aria-expanded": isOpen } : { "aria-readonly": true })}
      data-level={level}
      data-changed={isChanged || undefined}
      data-open={isOpen || undefined}
      title={was}
      onFocus={onFocus}
      onClick={onOpen}
    >
      <span className={styles.cell}>
        <LevelBars level={level} />
        <span className={styles.level}>{t(`roles.level.${level}`)}</span>
        {canChange && (
          <span className={styles.chevron}>
            <Icon of={chevronDown} />
          </span>
        )}
      </span>
    </td>
  );
}
