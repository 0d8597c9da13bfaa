import type { ReactElement, ReactNode } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger, type TooltipProps as AriaTooltipProps } from "react-aria-components/Tooltip";
import styles from "./Tooltip.module.css";

export interface TooltipProps {
  /** Names and reasons only: on touch there is no tooltip. */
  content: ReactNode;
  placement?: AriaTooltipProps["placement"];
  isDisabled?: boolean;
  /** One focusable React Aria element. */
  children: ReactElement;
}

export function Tooltip({ content, placement = "bottom", isDisabled, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={80} isDisabled={isDisabled ?? false}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ""} placement={placement} offset={6}>
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
