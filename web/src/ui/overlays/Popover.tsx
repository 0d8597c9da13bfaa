import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import styles from "./Popover.module.css";

export interface PopoverProps extends Omit<AriaPopoverProps, "className" | "style"> {
  /** "menu" pads by 4 and is at least as wide as its trigger; "panel" leaves the padding to its content. */
  kind?: "menu" | "panel";
}

/** Put a `Dialog` of react-aria-components inside, except around menus and list boxes. */
export function Popover({ kind = "panel", offset = 4, ...props }: PopoverProps) {
  return <AriaPopover {...props} offset={offset} className={styles.popover ?? ""} data-kind={kind} />;
}
