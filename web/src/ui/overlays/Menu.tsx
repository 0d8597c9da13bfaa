import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import type { ReactElement, ReactNode } from "react";
import { Header } from "react-aria-components/Header";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  type MenuSectionProps,
} from "react-aria-components/Menu";
import type { PopoverProps } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { Icon, type IconShape } from "../display/Icon.tsx";
import { Kbd } from "../actions/Kbd.tsx";
import styles from "../collections/List.module.css";
import { Popover } from "./Popover.tsx";

export interface MenuProps extends Omit<AriaMenuProps<object>, "className" | "style" | "children"> {
  /** The button that opens it. */
  trigger: ReactElement;
  placement?: PopoverProps["placement"];
  isOpen?: boolean;
  /** Opens immediately; for a menu that is loaded on request. */
  defaultOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Above the items, not one of them: whose menu it is. */
  header?: ReactNode;
  children: ReactNode;
}

/** Returns focus to its trigger. Children: `MenuItem`, `MenuSection`, `MenuSeparator`. */
export function Menu({
  trigger,
  placement = "bottom start",
  isOpen,
  defaultOpen,
  onOpenChange,
  header,
  children,
  ...props
}: MenuProps) {
  return (
    <MenuTrigger
      {...(isOpen === undefined ? {} : { isOpen })}
      {...(defaultOpen === undefined ? {} : { defaultOpen })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      {trigger}
      <Popover kind="menu" placement={placement ?? "bottom start"}>
        {header}
        <AriaMenu {...props} className={styles.list ?? ""}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

export interface MenuItemProps extends Omit<AriaMenuItemProps, "className" | "style" | "children"> {
  icon?: IconShape;
  flipIcon?: boolean;
  tone?: "danger";
  /** A second, quieter line: why it is disabled, or an address. */
  note?: ReactNode;
  /** The key that does the same, e.g. "E". */
  shortcut?: string;
  children: ReactNode;
}

export function MenuItem({ icon, flipIcon, tone, note, shortcut, children, ...props }: MenuItemProps) {
  const text = typeof children === "string" ? { textValue: children } : {};
  return (
    <AriaMenuItem {...text} {...props} className={styles.item ?? ""} data-tone={tone}>
      {({ selectionMode, isSelected, hasSubmenu }) => (
        <>
          {icon && <Icon of={icon} flip={flipIcon ?? false} />}
          <span className={styles.label}>
            {children}
            {note && <span className={styles.note}>{note}</span>}
          </span>
          {shortcut && (
            <span className={styles.end}>
              <Kbd keys={shortcut} />
            </span>
          )}
          {selectionMode !== "none" && isSelected && (
            <span className={styles.end}>
              <Icon of={checkmark} />
            </span>
          )}
          {hasSubmenu && (
            <span className={styles.end}>
              <Icon of={chevronRight} flip />
            </span>
          )}
        </>
      )}
    </AriaMenuItem>
  );
}

export function MenuSection({
  title,
  children,
  ...props
}: Omit<MenuSectionProps<object>, "className" | "children"> & { title?: ReactNode; children: ReactNode }) {
  return (
    <AriaMenuSection {...props}>
      {title && <Header className={styles.header ?? ""}>{title}</Header>}
      {children}
    </AriaMenuSection>
  );
}

export function MenuSeparator() {
  return <Separator className={styles.separator ?? ""} />;
}
