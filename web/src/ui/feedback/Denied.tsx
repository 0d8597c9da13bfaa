import { type ReactNode, useId } from "react";
import { ButtonContext } from "react-aria-components/Button";
import { Focusable } from "react-aria-components/Focusable";
import styles from "./Denied.module.css";
import { Tooltip, type TooltipProps } from "../overlays/Tooltip.tsx";

interface DeniedProps {
  /** Label of the button. */
  label: string;
  reason: string;
  placement?: TooltipProps["placement"];
  /** The button, which need not be disabled itself. */
  children: ReactNode;
}

const disabled = { isDisabled: true, excludeFromTabOrder: true };

/** A button the person may not use: visible but disabled, with the reason for pointer, finger, keyboard and screen reader. */
export function Denied({ label, reason, placement = "bottom", children }: DeniedProps) {
  const reasonId = useId();
  return (
    <Tooltip content={reason} placement={placement} isTapped>
      <Focusable>
        <span role="button" aria-disabled="true" aria-label={label} aria-describedby={reasonId} className={styles.denied}>
          <span inert className={styles.inside}>
            <ButtonContext value={disabled}>{children}</ButtonContext>
          </span>
          <span id={reasonId} hidden>
            {reason}
          </span>
        </span>
      </Focusable>
    </Tooltip>
  );
}
