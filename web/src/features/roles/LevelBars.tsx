import type { PermissionLevel } from "@kartis/core/kernel/permission.ts";
import styles from "./roles.module.css";

/** A level, or none of them. */
export type Level = PermissionLevel | "NONE";

/** As they are offered, from the farthest to none. */
export const levels = ["ORGANIZATION", "ROLE_GROUP", "USER", "NONE"] as const satisfies readonly Level[];

/** How far a permission reaches, as three bars. The word stands beside it. */
export function LevelBars({ level }: { level: Level }) {
  return (
    <span className={styles.bars} data-level={level} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
