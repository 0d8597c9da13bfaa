import styles from "./Icon.module.css";

/** What `import x from "@fluentui/svg-icons/icons/x_16_regular.svg?icon"` yields. */
export interface IconShape {
  size: number;
  paths: readonly string[];
}

export interface IconProps {
  of: IconShape;
  /** Mirrors in right-to-left: chevrons left and right, arrows back and forth, send, sign out, open in new. */
  flip?: boolean;
  /** Pixels, if the icon is to differ from its drawn size. */
  size?: number;
  /** Only when the icon stands without words; otherwise it is hidden from assistive technology. */
  label?: string;
}

export function Icon({ of, flip, size = of.size, label }: IconProps) {
  return (
    <svg
      className={styles.icon}
      data-flip={flip || undefined}
      width={size}
      height={size}
      viewBox={`0 0 ${of.size} ${of.size}`}
      fill="currentColor"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      {of.paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
