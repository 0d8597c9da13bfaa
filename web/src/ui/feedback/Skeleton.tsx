import type { CSSProperties, ReactNode } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Hidden } from "../display/Num.tsx";
import styles from "./Skeleton.module.css";

/** A bar in the place of a value; sizes in CSS units. */
export function Skeleton({
  width = "100%",
  height = "10px",
  radius = "4px",
}: {
  width?: string;
  height?: string;
  radius?: string;
}) {
  return (
    <span className={styles.bar} style={{ inlineSize: width, blockSize: height, borderRadius: radius }} aria-hidden="true" />
  );
}

/** A skeleton: it has its room at once, and is seen after 150 ms, so that what loads fast does not flash. */
export function Waiting({ className = "", children }: { className?: string | undefined; children: ReactNode }) {
  const t = useT();
  return (
    <div className={`${styles.waiting} ${className}`} aria-busy="true">
      <Hidden>{t("common.loading")}</Hidden>
      {children}
    </div>
  );
}

/**
 * Rows in the place of a table, with its row height and column widths, fading down.
 */
export function SkeletonRows({
  rows = 8,
  columns = ["24px", "1.6fr", "1fr", "1fr", "0.7fr"],
  rowHeight = "var(--row)",
  isPlain = false,
}: {
  rows?: number;
  columns?: readonly string[];
  /** A CSS length. */
  rowHeight?: string;
  /** Without lines between them, and the first column as the others. */
  isPlain?: boolean;
}) {
  const grid: CSSProperties = { gridTemplateColumns: columns.join(" "), blockSize: rowHeight };
  return (
    <Waiting>
      {Array.from({ length: rows }, (_, row) => (
        // Rows have no identity: they are drawn once and replaced together.
        // oxlint-disable-next-line react/no-array-index-key
        <div
          key={row}
          className={styles.row}
          data-plain={isPlain || undefined}
          style={{ ...grid, opacity: Math.max(0.15, 1 - row / rows) }}
        >
          {columns.map((column, index) => (
            <Skeleton
              // oxlint-disable-next-line react/no-array-index-key
              key={`${column}${index}`}
              width={index === 0 && !isPlain ? "20px" : `${52 + ((row * 16 + index * 23) % 40)}%`}
              height={index === 0 && !isPlain ? "20px" : "10px"}
              radius={index === 0 && !isPlain ? "5px" : "4px"}
            />
          ))}
        </div>
      ))}
    </Waiting>
  );
}
