import type { PermissionLevel } from "@kartis/core/kernel/permission.ts";
import styles from "./roles.module.css";

/** A level, or none of them. */
export type Level = PermissionLevel | "NONE";

/** Levels in the order offered, from the widest to none. */
export const levels = ["ORGANIZATION", "ROLE_GROUP", "USER", "NONE"] as const satisfies readonly Level[];

/** Access level of a permission, as three bars, beside its name. */
export function LevelBars({ level }: { level: Level }) {
  return (
    <span className={styles.bars} data-level={level} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
