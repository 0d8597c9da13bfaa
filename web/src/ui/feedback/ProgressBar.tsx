import { Label } from "react-aria-components/Label";
import { ProgressBar as AriaProgressBar, type ProgressBarProps as AriaProgressBarProps } from "react-aria-components/ProgressBar";
import styles from "./ProgressBar.module.css";

export interface ProgressBarProps extends Omit<AriaProgressBarProps, "className" | "style" | "children"> {
  /** Leave out only with an `aria-label`. */
  label?: string;
}

/** Fills from the inline start. */
export function ProgressBar({ label, ...props }: ProgressBarProps) {
  return (
    <AriaProgressBar {...props} className={styles.bar ?? ""}>
      {({ percentage, valueText, isIndeterminate }) => (
        <>
          {label && (
            <span className={styles.row}>
              <Label>{label}</Label>
              {!isIndeterminate && <bdi className={styles.value}>{valueText}</bdi>}
            </span>
          )}
          <span className={styles.track}>
            <span
              className={styles.fill}
              data-indeterminate={isIndeterminate || undefined}
              style={isIndeterminate ? {} : { inlineSize: `${percentage ?? 0}%` }}
            />
          </span>
        </>
      )}
    </AriaProgressBar>
  );
}
