import type { ReactNode } from "react";
import styles from "./settings.module.css";

interface SettingsHeaderProps {
  title: ReactNode;
  /** Before the title, e.g. a card type's square. */
  before?: ReactNode;
  /** After the title, quieter. */
  meta?: ReactNode;
  actions?: ReactNode;
}

/** The head of a page of settings, and of others without tabs: its name, and what can be done to the whole of it. */
export function SettingsHeader({ title, before, meta, actions }: SettingsHeaderProps) {
  return (
    <header className={styles.header}>
      {before}
      <h1 className={styles.title}>
        <bdi>{title}</bdi>
      </h1>
      {meta && <span className={styles.meta}>{meta}</span>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
