import type { ReactNode } from "react";
import styles from "./Num.module.css";

/** A number that can be compared: tabular figures in a left-to-right island that never wraps. */
export function Num({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className={styles.num}>
      {children}
    </bdi>
  );
}

/** A left-to-right island for phones, mail addresses, links, SKUs, "410 kWp". */
export function Ltr({ children }: { children: ReactNode }) {
  return <bdi dir="ltr">{children}</bdi>;
}

/** User input, displayed in the direction of its own letters. */
export function Bdi({ children }: { children: ReactNode }) {
  return <bdi>{children}</bdi>;
}

/** Code, tokens, the word to type; never amounts. */
export function Mono({ children }: { children: ReactNode }) {
  return (
    <code dir="ltr" className={styles.mono}>
      {children}
    </code>
  );
}

/** Text for screen readers only. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
