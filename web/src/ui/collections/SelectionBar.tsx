import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Button, type ButtonProps } from "react-aria-components/Button";
import { Toolbar } from "react-aria-components/Toolbar";
import { useT } from "../../lib/i18n.tsx";
import { Icon, type IconShape } from "../display/Icon.tsx";
import styles from "./SelectionBar.module.css";

interface SelectionBarProps {
  /** Number of selected items, as text. */
  label: string;
  onClear: () => void;
  /** Gives the focus back to the list once the bar has gone and taken it along; of `useBackToRows`. */
  onGone?: () => void;
  children: ReactNode;
}

/** Actions for the items selected in a list; it floats over the end of the list. */
export function SelectionBar({ label, onClear, onGone, children }: SelectionBarProps) {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  const gone = useRef(onGone);
  useLayoutEffect(() => {
    gone.current = onGone;
  });
  useLayoutEffect(() => {
    const { current } = bar;
    return () => {
      const { activeElement, body } = document;
      // A dialog that was opened from it may go with it, or before it.
      const isLost = activeElement === body || current?.contains(activeElement) || activeElement?.closest("[data-modal]");
      if (isLost) setTimeout(() => gone.current?.());
    };
  }, []);
  return (
    <Toolbar ref={bar} className={styles.bar ?? ""} data-bottom-bar aria-label={label}>
      <span className={styles.count}>
        <span className={styles.box}>
          <Icon of={checkmark} />
        </span>
        <span role="status">{label}</span>
      </span>
      {children}
      <Button className={styles.action ?? ""} aria-label={t("cards.clearSelection")} onPress={onClear}>
        <Icon of={dismiss} />
      </Button>
    </Toolbar>
  );
}

/** A line between harmless actions and destructive ones. */
export const SelectionSeparator = () => <i className={styles.separator} />;

export interface SelectionActionProps {
  /** Without one it is words alone, whatever room there is. */
  icon?: IconShape;
  label: string;
  tone?: "danger";
  isPending?: boolean;
  onPress?: ButtonProps["onPress"];
}

/** In narrow spaces only the icon is shown, with its name for screen readers. */
export function SelectionAction({ icon, label, tone, ...props }: SelectionActionProps) {
  return (
    <Button {...props} className={`${styles.action} ${icon ? "" : styles.words}`} data-tone={tone} aria-label={label}>
      {icon && <Icon of={icon} />}
      <bdi className={icon ? styles.name : undefined}>{label}</bdi>
    </Button>
  );
}
