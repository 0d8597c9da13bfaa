import { useEffect, useState, type CSSProperties } from "react";
import { useT } from "../lib/i18n.tsx";
import { Hidden } from "./Num.tsx";
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

/**
 * Rows in the place of a table, with its row height and column widths, fading down. Appears after 150 ms, so that what loads fast
 * does not flash.
 */
export function SkeletonRows({
  rows = 8,
  columns = ["24px", "1.6fr", "1fr", "1fr", "0.7fr"],
}: {
  rows?: number;
  columns?: readonly string[];
}) {
  const t = useT();
  const isShown = useDelay(150);
  if (!isShown) return null;
  const grid: CSSProperties = { gridTemplateColumns: columns.join(" ") };
  return (
    <div aria-busy="true">
      <Hidden>{t("common.loading")}</Hidden>
      {Array.from({ length: rows }, (_, row) => (
        // Rows have no identity: they are drawn once and replaced together.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={row} className={styles.row} style={{ ...grid, opacity: Math.max(0.15, 1 - row / rows) }}>
          {columns.map((column, index) => (
            <Skeleton
              // oxlint-disable-next-line react/no-array-index-key
              key={`${column}${index}`}
              width={index === 0 ? "20px" : `${52 + ((row * 16 + index * 23) % 40)}%`}
              height={index === 0 ? "20px" : "10px"}
              radius={index === 0 ? "5px" : "4px"}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function useDelay(milliseconds: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver;
}
