import styles from "./QrCode.module.css";

/** Light modules around the code, without which readers do not find it (ISO/IEC 18004 section 9.1). */
const quiet = 4;

/** A QR code out of its rows of 0 and 1; dark on light in both themes, as readers expect. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const size = rows.length + 2 * quiet;
  const path = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map((run) => `M${run.index + quiet} ${y + quiet}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join("");
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className={styles.light} d={`M0 0h${size}v${size}H0z`} />
      <path className={styles.dark} d={path} />
    </svg>
  );
}
