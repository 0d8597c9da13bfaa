import { type PointerEvent, useRef, useState, type ReactElement, type ReactNode } from "react";
import { FocusableProvider } from "react-aria/private/interactions/useFocusable";
import { useTooltipTrigger } from "react-aria/useTooltipTrigger";
import { useTooltipTriggerState } from "react-stately/useTooltipTriggerState";
import { later } from "../../lib/later.tsx";
import { afterFirstScreen } from "../../lib/warm-up.ts";
import type { TooltipPopupProps } from "./TooltipPopup.tsx";

const TooltipPopup = later<TooltipPopupProps>(async () => (await import("./TooltipPopup.tsx")).TooltipPopup);
afterFirstScreen(TooltipPopup.preload);

export interface TooltipProps {
  /** Names and reasons only: a finger that presses something does it. */
  content: ReactNode;
  /** A tap shows it, where it does nothing else. */
  isTapped?: boolean;
  placement?: TooltipPopupProps["placement"];
  isDisabled?: boolean;
  /** One focusable React Aria element. */
  children: ReactElement;
}

/** The library's own Escape goes no further than the tooltip: without an element it has none, and TooltipPopup has another. */
const unattached = { current: null };

/**
 * Like `TooltipTrigger` of react-aria-components, except that the code that places and draws tooltips is fetched when the first one shows: every icon button has
 * a tooltip, and no first screen shows one.
 */
export function Tooltip({ content, placement = "bottom", isDisabled, isTapped, children }: TooltipProps) {
  const trigger = useRef<HTMLElement>(null);
  const options = { delay: 400, closeDelay: 80, isDisabled: isDisabled ?? false };
  const state = useTooltipTriggerState(options);
  const { triggerProps, tooltipProps } = useTooltipTrigger(options, state, unattached);
  // After the press has closed it; it closes when the focus goes elsewhere.
  const tap = isTapped ? { onPointerUp: (event: PointerEvent) => event.pointerType === "touch" && state.open(true) } : {};
  // It stays once made: leaving is animated too.
  const [isMade, setMade] = useState(false);
  if (state.isOpen && !isMade) setMade(true);
  return (
    <>
      <FocusableProvider {...triggerProps} {...tap} ref={trigger}>
        {children}
      </FocusableProvider>
      {isMade && (
        <TooltipPopup state={state} tooltipProps={tooltipProps} triggerRef={trigger} placement={placement}>
          {content}
        </TooltipPopup>
      )}
    </>
  );
}
