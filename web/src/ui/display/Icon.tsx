import { useEffect, useState } from "react";
import styles from "./Icon.module.css";

/** The shape of `import x from "@fluentui/svg-icons/icons/x_16_regular.svg?icon"`. */
export interface IconShape {
  size: number;
  paths: readonly string[];
  /** Loads the paths, if they are not bundled. */
  load?: () => Promise<readonly string[]>;
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
      {of.load ? <LaterPaths load={of.load} /> : drawn(of.paths)}
    </svg>
  );
}

const drawn = (paths: readonly string[]) => paths.map((path) => <path key={path} d={path} />);

const fetched = new Map<IconShape["load"], readonly string[]>();

function LaterPaths({ load }: Required<Pick<IconShape, "load">>) {
  const [paths = [], setPaths] = useState(fetched.get(load));
  useEffect(() => {
    load().then(
      (now) => {
        fetched.set(load, now);
        setPaths(now);
      },
      // Its place stays empty: the words beside it say the same.
      () => undefined,
    );
  }, [load]);
  return drawn(paths);
}
