import { useProgressBar, type AriaProgressBarProps } from "react-aria/useProgressBar";
import styles from "./ProgressBar.module.css";

export interface ProgressBarProps extends Omit<AriaProgressBarProps, "label"> {
  /** Leave out only with an `aria-label`. */
  label?: string;
}

/**
 * Fills from the inline start. Not the `ProgressBar` of react-aria-components: every button of the first screen loads the file that it is in, which would then
 * bring the printing of numbers along.
 */
export function ProgressBar(props: ProgressBarProps) {
  const { label, value = 0, minValue = 0, maxValue = 100, isIndeterminate } = props;
  const { progressBarProps, labelProps } = useProgressBar(props);
  const percentage = Math.min(100, Math.max(0, ((value - minValue) / (maxValue - minValue)) * 100));
  return (
    <div {...progressBarProps} className={styles.bar}>
      {label && (
        <span className={styles.row}>
          <span {...labelProps}>{label}</span>
          {!isIndeterminate && <bdi className={styles.value}>{progressBarProps["aria-valuetext"]}</bdi>}
        </span>
      )}
      <span className={styles.track}>
        <span
          className={styles.fill}
          data-indeterminate={isIndeterminate || undefined}
          style={isIndeterminate ? {} : { inlineSize: `${percentage}%` }}
        />
      </span>
    </div>
  );
}
