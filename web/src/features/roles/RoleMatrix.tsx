import type { Grants, Permission, PermissionType } from "@kartis/core/kernel/permission.ts";
import { permissionGroups } from "@kartis/core/organizations/roles/rules.ts";
import { type KeyboardEvent, useRef, useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import type { Level } from "./LevelBars.tsx";
import { LevelMenu } from "./LevelMenu.tsx";
import { MatrixCell } from "./MatrixCell.tsx";
import { actions, levelOf } from "./matrix.ts";
import styles from "./roles.module.css";

const rows: readonly PermissionType[] = permissionGroups.flatMap(({ types }) => [...types]);

/** The platform's own: nobody gives it to a role. */
const canChoose = (type: PermissionType) => type !== "ADMIN_CONSOLE";

interface RoleMatrixProps {
  label: string;
  grants: Grants;
  /** The saved permissions: cells that differ are marked. */
  saved: Grants;
  /** Undefined: it can only be looked at. */
  onChange: ((permission: Permission, level: Level) => void) | undefined;
}

/** A role's permissions by type and action: a grid with one Tab stop, in which the arrow keys move and Enter opens the choice. */
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
    if (!onChange || !type || !canChoose(type)) return;
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
                    {!canChoose(one) && <span className={styles.reason}>{t("roles.adminConsole")}</span>}
                  </th>
                  {actions.map((act, column) => {
                    const isAt = at.row === row && at.column === column;
                    return (
                      <MatrixCell
                        key={act}
                        type={one}
                        action={act}
                        level={levelOf(grants, one, act)}
                        savedLevel={levelOf(saved, one, act)}
                        canChange={onChange !== undefined && canChoose(one)}
                        place={{ row, column }}
                        isCurrent={isAt}
                        isOpen={isAt && isOpen}
                        onFocus={() => setAt({ row, column })}
                        onOpen={() => open(row, column)}
                      />
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
      {isOpen && type && action && onChange && (
        <LevelMenu
          label={`${t(`roles.type.${type}`)}, ${t(`roles.action.${action}`)}`}
          anchor={anchor}
          level={levelOf(grants, type, action)}
          onChange={(level) => onChange(`${type}.${action}`, level)}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}
