import type { FieldOption } from "@kartis/core/cards/fields/field.ts";
import styles from "./Display.module.css";

const bars = [
  { x: 2, y: 10, height: 4 },
  { x: 6.5, y: 7, height: 7 },
  { x: 11, y: 4, height: 10 },
];

/** Gray bars by the option's rank; only the fourth and highest is colored. The word is always there. */
export function Priority({ option, rank }: { option: FieldOption; rank: number }) {
  return (
    <span className={styles.priority}>
      <svg className={styles.bars} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        {rank >= 3 ? (
          <>
            <rect className={styles.urgent} x="2" y="2" width="12" height="12" rx="3" />
            <rect className={styles.mark} x="7.25" y="4.6" width="1.5" height="4.4" rx="0.6" />
            <rect className={styles.mark} x="7.25" y="10.1" width="1.5" height="1.5" rx="0.6" />
          </>
        ) : (
          bars.map((bar, index) => (
            <rect
              key={bar.x}
              className={index <= rank ? styles.on : styles.off}
              x={bar.x}
              y={bar.y}
              width="3"
              height={bar.height}
              rx="1"
            />
          ))
        )}
      </svg>
      <bdi className={styles.text}>{option.label}</bdi>
    </span>
  );
}
