import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import styles from "./Banner.module.css";
import { Icon, type IconShape } from "../display/Icon.tsx";

interface BannerProps {
  tone: "warning" | "danger";
  icon: IconShape;
  /** Names it among the page's regions. */
  label: string;
  /** Announced to screen readers when it appears and when it changes. */
  children: ReactNode;
  /** Action on the problem: a `BannerButton`, a link. */
  action: ReactNode;
}

/** A line above the page, for a state that concerns every page. */
export function Banner({ tone, icon, label, children, action }: BannerProps) {
  return (
    <section className={styles.banner} data-tone={tone} aria-label={label}>
      <Icon of={icon} />
      <span className={styles.text} role="status">
        {children}
      </span>
      {action}
    </section>
  );
}

/** The remedy for what the banner reports. */
export function BannerButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button className={styles.button ?? ""} onPress={onPress}>
      {children}
    </Button>
  );
}
