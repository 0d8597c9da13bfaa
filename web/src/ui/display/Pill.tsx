import chevronDown from "@fluentui/svg-icons/icons/chevron_down_12_regular.svg?icon";
import type { ReactNode } from "react";
import type { Hue } from "./hue.ts";
import { Icon } from "./Icon.tsx";
import styles from "./Pill.module.css";

/** A status: where something is in a process. Dot and full radius. 24 with a chevron in page headers, where it is the trigger's content. */
export function Pill({
  hue,
  size = 20,
  hasChevron,
  children,
}: {
  hue: Hue;
  size?: 20 | 24;
  hasChevron?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={styles.pill} data-size={size} data-hue={hue}>
      <i className={styles.dot} />
      <bdi className={styles.text}>{children}</bdi>
      {hasChevron && <Icon of={chevronDown} />}
    </span>
  );
}

/** A classification: small rectangle without a dot. Without a hue, an outline. */
export function Tag({ hue, children }: { hue?: Hue; children: ReactNode }) {
  return (
    <span className={styles.tag} data-outline={!hue || undefined} data-hue={hue}>
      <bdi className={styles.text}>{children}</bdi>
    </span>
  );
}

/** A status where its word stands beside it, e.g. at the head of a lane. */
export function Dot({ hue }: { hue: Hue }) {
  return <i className={styles.dot} data-hue={hue} aria-hidden="true" />;
}

/** The small square that stands for a card type. */
export function TypeSquare({ hue }: { hue: Hue }) {
  return <i className={styles.square} data-hue={hue} aria-hidden="true" />;
}

/** A number beside a label, e.g. of active filters. */
export function Count({ children }: { children: ReactNode }) {
  return <span className={styles.count}>{children}</span>;
}
