import type { ReactNode, Ref } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import styles from "./Button.module.css";
import { Icon, type IconShape } from "../display/Icon.tsx";
import { Spinner } from "../feedback/Spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "danger-ghost";
export type ControlSize = 24 | 28 | 32 | 40;

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  ref?: Ref<HTMLButtonElement>;
  variant?: ButtonVariant;
  /** 24 in rows, 28 in toolbars, 32 in forms and dialogs, 40 on auth pages and phones. */
  size?: ControlSize;
  icon?: IconShape;
  flipIcon?: boolean;
  iconEnd?: IconShape;
  /** Shown instead of the label while `isPending`, e.g. "Saving"; the width stays. */
  pendingLabel?: string;
  /** Takes the whole width of its container. */
  isWide?: boolean;
  children: ReactNode;
}

export function Button({
  variant = "secondary",
  size = 28,
  icon,
  flipIcon,
  iconEnd,
  pendingLabel,
  isWide,
  children,
  ...props
}: ButtonProps) {
  const isPending = props.isPending ?? false;
  return (
    <AriaButton
      {...props}
      className={styles.button ?? ""}
      data-variant={variant}
      data-size={size}
      data-wide={isWide || undefined}
    >
      {isPending ? <Spinner /> : icon && <Icon of={icon} flip={flipIcon ?? false} />}
      {isPending && pendingLabel ? (
        <span className={styles.stack}>
          <span className={styles.kept} aria-hidden="true">
            {children}
          </span>
          <span>{pendingLabel}</span>
        </span>
      ) : (
        <span className={styles.label}>{children}</span>
      )}
      {iconEnd && <Icon of={iconEnd} />}
    </AriaButton>
  );
}
