import styles from "./Spinner.module.css";

/** 16 by default. Decorative: the pending element has its own announcement (`aria-busy`, a pending button). */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6" strokeWidth="1.5" opacity=".3" />
      <path d="M14 8a6 6 0 0 0-6-6" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
