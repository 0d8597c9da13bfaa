import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import type { ButtonVariant, ControlSize } from "./Button.tsx";
import styles from "./Button.module.css";
import { Icon, type IconShape } from "../display/Icon.tsx";
import { Spinner } from "../feedback/Spinner.tsx";
import { Tooltip, type TooltipProps } from "../overlays/Tooltip.tsx";

export interface IconButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children" | "aria-label"> {
  icon: IconShape;
  flipIcon?: boolean;
  /** The accessible name and the tooltip. */
  label: string;
  /** Tooltip text where it says more than the name, e.g. a key. */
  tooltip?: ReactNode;
  /** Where the tooltip covers nothing that is used next; below by default. */
  tooltipPlacement?: TooltipProps["placement"];
  variant?: ButtonVariant;
  size?: ControlSize;
  isSelected?: boolean;
}

/** Square; always with a name and a tooltip. */
export function IconButton({
  icon,
  flipIcon,
  label,
  tooltip,
  tooltipPlacement = "bottom",
  variant = "ghost",
  size = 28,
  isSelected,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip content={tooltip ?? label} placement={tooltipPlacement}>
      <AriaButton
        {...props}
        aria-label={label}
        className={styles.button ?? ""}
        data-variant={variant}
        data-size={size}
        data-square
        data-selected={isSelected || undefined}
      >
        {props.isPending ? <Spinner /> : <Icon of={icon} flip={flipIcon ?? false} />}
      </AriaButton>
    </Tooltip>
  );
}
