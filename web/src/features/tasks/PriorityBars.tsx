import type { Priority } from "@kartis/core/activities/tasks/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import styles from "./parts.module.css";

const bars = [
  { x: 2, y: 10, height: 4 },
  { x: 6.5, y: 7, height: 7 },
  { x: 11, y: 4, height: 10 },
];
const ranks: Readonly<Record<Priority, number>> = { LOW: 0, MEDIUM: 1, HIGH: 2 };

/** Gray bars by rank; all pale without a priority. Where no word stands beside them, they have a name. */
export function PriorityBars({ priority, isNamed }: { priority: Priority | null; isNamed?: boolean }) {
  const t = useT();
  const rank = priority ? ranks[priority] : -1;
  const name =
    isNamed && priority ? { role: "img", "aria-label": t(`tasks.priority.named.${priority}`) } : { "aria-hidden": true };
  return (
    <svg className={styles.bars} width="16" height="16" viewBox="0 0 16 16" {...name}>
      {bars.map((bar, index) => (
        <rect
          key={bar.x}
          className={index <= rank ? styles.on : styles.off}
          x={bar.x}
          y={bar.y}
          width="3"
          height={bar.height}
          rx="1"
        />
      ))}
    </svg>
  );
}
