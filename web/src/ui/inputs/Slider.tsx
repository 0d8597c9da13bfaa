import { Slider as AriaSlider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import styles from "./Slider.module.css";

interface SliderProps {
  "aria-label": string;
  minValue: number;
  maxValue: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
}

/** A number between two bounds, by pointer or arrow keys. It runs with the language. */
export function Slider({ minValue, maxValue, value, onChange, ...props }: SliderProps) {
  const share = maxValue === minValue ? 0 : (value - minValue) / (maxValue - minValue);
  return (
    <AriaSlider
      {...props}
      minValue={minValue}
      maxValue={maxValue}
      value={value}
      onChange={(next) => onChange(Array.isArray(next) ? (next[0] ?? minValue) : next)}
      className={styles.slider ?? ""}
    >
      <SliderTrack className={styles.track ?? ""}>
        <span className={styles.fill} style={{ inlineSize: `${share * 100}%` }} />
        <SliderThumb className={styles.thumb ?? ""} />
      </SliderTrack>
    </AriaSlider>
  );
}
