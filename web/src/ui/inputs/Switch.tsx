import type { ReactNode } from "react";
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components/Switch";
import styles from "./Choice.module.css";

export interface SwitchProps extends Omit<AriaSwitchProps, "className" | "style" | "children"> {
  children?: ReactNode;
}

/** Applies now. */
export function Switch({ children, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className={styles.choice ?? ""}>
      <span className={styles.switch} />
      {children}
    </AriaSwitch>
  );
}
