import type { ReactNode } from "react";
import styles from "./OwnForms.module.css";

/**
 * Keeps the forms of an overlay to themselves. An overlay stands elsewhere in the document, but React still passes its events on to whatever
 * opened it: without this, a form in a dialog would also send the form that the dialog was opened from.
 */
export function OwnForms({ children }: { children: ReactNode }) {
  return (
    <div className={styles.content} onSubmit={(event) => event.stopPropagation()}>
      {children}
    </div>
  );
}
