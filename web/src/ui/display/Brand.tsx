import styles from "./Brand.module.css";

/** The mark: two cards, the front one solid. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <rect x="3" y="3" width="11" height="14" rx="2.6" opacity=".5" />
      <rect x="10" y="7" width="11" height="14" rx="2.6" />
    </svg>
  );
}

export function Brand() {
  return (
    <span className={styles.brand}>
      <span className={styles.colour}>
        <Mark />
      </span>
      <b>Kartis</b>
    </span>
  );
}
