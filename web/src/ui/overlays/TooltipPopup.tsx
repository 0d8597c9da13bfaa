import { type ReactNode, type RefObject, useEffect, useEffectEvent } from "react";
import {
  Tooltip,
  TooltipContext,
  TooltipTriggerStateContext,
  type TooltipProps as AriaTooltipProps,
} from "react-aria-components/Tooltip";
import type { useTooltipTrigger } from "react-aria/useTooltipTrigger";
import type { TooltipTriggerState } from "react-stately/useTooltipTriggerState";
import styles from "./Tooltip.module.css";

export interface TooltipPopupProps {
  state: TooltipTriggerState;
  tooltipProps: ReturnType<typeof useTooltipTrigger>["tooltipProps"];
  triggerRef: RefObject<HTMLElement | null>;
  placement: NonNullable<AriaTooltipProps["placement"]>;
  children: ReactNode;
}

export function TooltipPopup({ state, tooltipProps, triggerRef, placement, children }: TooltipPopupProps) {
  // Escape also closes what it is meant for, such as the dialog around the button.
  const { isOpen } = state;
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => key === "Escape" && state.close(true));
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [isOpen]);
  return (
    <TooltipTriggerStateContext value={state}>
      <TooltipContext value={{ ...tooltipProps, triggerRef }}>
        <Tooltip className={styles.tooltip ?? ""} placement={placement} offset={6}>
          {children}
        </Tooltip>
      </TooltipContext>
    </TooltipTriggerStateContext>
  );
}
