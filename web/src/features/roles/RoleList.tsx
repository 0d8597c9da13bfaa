import type { Grants } from "@kartis/core/kernel/permission.ts";
import { permissionGroups } from "@kartis/core/organizations/roles/rules.ts";
import { useT } from "../../lib/i18n.tsx";
import { LevelBars } from "./LevelBars.tsx";
import { actions, levelOf } from "./matrix.ts";
import styles from "./roles.module.css";

/** A role's permissions on a phone: the matrix as a read-only list. */
export function RoleList({ label, grants }: { label: string; grants: Grants }) {
  const t = useT();
  return (
    <div role="region" aria-label={label} className={styles.phoneList}>
      {permissionGroups.map(({ group, types }) => (
        <section key={group} aria-label={t(`roles.group.${group}`)}>
          <h2 className={styles.phoneGroup}>{t(`roles.group.${group}`)}</h2>
          {types.map((type) => (
            <div key={type} className={styles.phoneType}>
              <h3>{t(`roles.type.${type}`)}</h3>
              {type === "ADMIN_CONSOLE" && <p className={styles.reason}>{t("roles.adminConsole")}</p>}
              <dl>
                {actions.map((action) => {
                  const level = levelOf(grants, type, action);
                  return (
                    <div key={action}>
                      <dt>{t(`roles.action.${action}`)}</dt>
                      <dd data-level={level}>
                        <LevelBars level={level} />
                        {t(`roles.level.${level}`)}
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}
