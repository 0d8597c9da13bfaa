import { Popover as AriaPopover, PopoverContext, type PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import { useSlottedContext } from "react-aria-components/slots";
import { BackCloses } from "./BackCloses.tsx";
import { OwnForms } from "./OwnForms.tsx";
import styles from "./Popover.module.css";

export interface PopoverProps extends Omit<AriaPopoverProps, "className" | "style"> {
  /** "menu" pads by 4 and is at least as wide as its trigger; "panel" leaves the padding to its content. */
  kind?: "menu" | "panel";
}

/** Put a `Dialog` of react-aria-components inside, except around menus and list boxes. On phones Back closes it. */
export function Popover({ kind = "panel", offset = 4, children, ...props }: PopoverProps) {
  // Results while typing open and close with the letters, so Back does not close them.
  const isOfTyping = useSlottedContext(PopoverContext)?.isNonModal === true;
  const { isOpen, onOpenChange } = props;
  return (
    <AriaPopover {...props} offset={offset} className={styles.popover ?? ""} data-kind={kind}>
      {(values) => {
        const content = typeof children === "function" ? children(values) : children;
        return (
          <>
            {!isOfTyping && <BackCloses {...(isOpen === undefined ? {} : { close: () => onOpenChange?.(false) })} />}
            {kind === "panel" ? <OwnForms>{content}</OwnForms> : content}
          </>
        );
      }}
    </AriaPopover>
  );
}
