import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import styles from "./TextButton.module.css";

/** Looks like a link, because it leads to another form on the same page. */
export function TextButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button className={styles.button ?? ""} onPress={onPress}>
      {children}
    </Button>
  );
}
