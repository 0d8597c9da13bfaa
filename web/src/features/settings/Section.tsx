import type { ReactNode } from "react";
import styles from "./Section.module.css";

interface SectionProps {
  title: string;
  line: string;
  children: ReactNode;
}

/** A part of a page of settings: what it is about beside what is set. */
export function Section({ title, line, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.line}>{line}</p>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
