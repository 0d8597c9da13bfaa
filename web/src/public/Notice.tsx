import type { ReactNode } from "react";
import styles from "./Notice.module.css";

/** Page in place of another: not found, or failed. */
export function Notice({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <h1>{title}</h1>
      <p>{message}</p>
      {children}
    </div>
  );
}
