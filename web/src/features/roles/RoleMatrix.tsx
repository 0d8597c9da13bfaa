import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import type { Grants, Permission, PermissionType } from "@kartis/core/kernel/permission.ts";
import { permissionGroups } from "@kartis/core/organizations/roles/rules.ts";
import { type KeyboardEvent, useRef, useState } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import listStyles from "../../ui/collections/List.module.css";
import { MenuItem } from "../../ui/overlays/Menu.tsx";
import { Popover } from "../../ui/overlays/Popover.tsx";
import { type Level, LevelBars, levels } from "./LevelBars.tsx";
import { actions, levelOf } from "./matrix.ts";
import styles from "./roles.module.css";

const rows: readonly PermissionType[] = permissionGroups.flatMap(({ types }) => [...types]);

interface RoleMatrixProps {
  label: string;
  grants: Grants;
  /** As saved: cells that differ are marked. */
  saved: Grants;
  /** Undefined: it can only be looked at. */
  onChange: ((permission: Permission, level: Level) => void) | undefined;
}

/** What a role may do, type by action: a grid with one stop for Tab, in which the arrows move and Enter opens the choice. */
export function RoleMatrix({ label, grants, saved, onChange }: RoleMatrixProps) {
  const t = useT();
  const table = useRef<HTMLTableElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const [at, setAt] = useState({ row: 0, column: 0 });
  const [isOpen, setOpen] = useState(false);

  const cellAt = (row: number, column: number) =>
    table.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);

  function open(row: number, column: number) {
    const type = rows[row];
    if (!onChange || !type || type === "ADMIN_CONSOLE") return;
    anchor.current = cellAt(row, column) ?? null;
    setAt({ row, column });
    setOpen(true);
  }

  function press(event: KeyboardEvent) {
    const isRtl = document.documentElement.dir === "rtl";
    const { row, column } = at;
    const last = rows.length - 1;
    const whole = event.ctrlKey || event.metaKey;
    const to = {
      ArrowDown: { row: row + 1, column },
      ArrowUp: { row: row - 1, column },
      ArrowRight: { row, column: column + (isRtl ? -1 : 1) },
      ArrowLeft: { row, column: column + (isRtl ? 1 : -1) },
      Home: { row: whole ? 0 : row, column: 0 },
      End: { row: whole ? last : row, column: actions.length - 1 },
    }[event.key];
    if (to) {
      event.preventDefault();
      const next = { row: Math.min(Math.max(to.row, 0), last), column: Math.min(Math.max(to.column, 0), actions.length - 1) };
      setAt(next);
      cellAt(next.row, next.column)?.focus();
    } else if (event.key === "Enter" || event.key === " " || event.key === "F2") {
      event.preventDefault();
      open(row, column);
    }
  }

  const type = rows[at.row];
  const action = actions[at.column];
  const chosenName = type && action ? `${t(`roles.type.${type}`)}, ${t(`roles.action.${action}`)}` : "";
  const current = type && action ? levelOf(grants, type, action) : "NONE";

  return (
    <>
      {/* A grid by the ARIA practices: a table in which one moves with the arrows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={table} role="grid" aria-label={label} aria-readonly={!onChange} className={styles.matrix} onKeyDown={press}>
        <thead>
          <tr>
            <th scope="col">{t("roles.permission")}</th>
            {actions.map((one) => (
              <th key={one} scope="col">
                {t(`roles.action.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        {permissionGroups.map(({ group, types }) => (
          <tbody key={group}>
            <tr className={styles.groupRow}>
              <th scope="rowgroup" colSpan={5}>
                <span className={styles.groupName}>{t(`roles.group.${group}`)}</span>
              </th>
            </tr>
            {types.map((one) => {
              const row = rows.indexOf(one);
              return (
                <tr key={one} className={styles.row}>
                  <th scope="row">
                    {t(`roles.type.${one}`)}
                    {one === "ADMIN_CONSOLE" && <span className={styles.reason}>{t("roles.adminConsole")}</span>}
                  </th>
                  {actions.map((act, column) => {
                    const level = levelOf(grants, one, act);
                    const isChanged = level !== levelOf(saved, one, act);
                    const canChange = onChange !== undefined && one !== "ADMIN_CONSOLE";
                    const isAt = at.row === row && at.column === column;
                    const words = t("roles.cell", {
                      type: t(`roles.type.${one}`),
                      action: t(`roles.action.${act}`),
                      level: t(`roles.level.${level}`),
                    });
                    const was = isChanged ? t("roles.was", { level: t(`roles.level.${levelOf(saved, one, act)}`) }) : undefined;
                    return (
                      // The table's one keyboard handler stands for all of its cells.
                      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                      <td
                        key={act}
                        data-row={row}
                        data-column={column}
                        tabIndex={isAt ? 0 : -1}
                        aria-label={was ? `${words}. ${was}` : words}
                        {...(canChange
                          ? { "aria-haspopup": "menu" as const, "aria-expanded": isAt && isOpen }
                          : { "aria-readonly": true })}
                        data-level={level}
                        data-changed={isChanged || undefined}
                        data-open={(isAt && isOpen) || undefined}
                        title={was}
                        onFocus={() => setAt({ row, column })}
                        onClick={() => open(row, column)}
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
                  })}
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
      {isOpen && type && action && onChange && (
        <Popover kind="menu" aria-label={chosenName} triggerRef={anchor} placement="bottom start" isOpen onOpenChange={setOpen}>
          <AriaMenu
            className={listStyles.list ?? ""}
            aria-label={chosenName}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[current]}
            autoFocus="first"
            onClose={() => setOpen(false)}
            onAction={(key) => {
              const level = levels.find((one) => one === key);
              if (level) onChange(`${type}.${action}`, level);
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
      )}
    </>
  );
}
