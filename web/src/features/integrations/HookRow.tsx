import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Menu } from "../../ui/overlays/Menu.tsx";
import styles from "./webhooks/webhooks.module.css";

interface HookRowProps {
  id: string;
  head: ReactNode;
  mayManage: boolean;
  isFocused: boolean;
  onOpen: () => void;
  /** Name of the menu. */
  actions: string;
  items: ReactNode;
  /** The dialogs of its actions. */
  children: ReactNode;
}

/** A webhook in a list: pressing it opens it; its menu has its actions. */
export function HookRow({ id, head, mayManage, isFocused, onOpen, actions, items, children }: HookRowProps) {
  return (
    <li className={styles.endpoint} data-endpoint={id}>
      {mayManage ? (
        <AriaButton className={styles.open ?? ""} autoFocus={isFocused} onPress={onOpen}>
          {head}
        </AriaButton>
      ) : (
        <div className={styles.open}>{head}</div>
      )}
      {mayManage && (
        <Menu aria-label={actions} placement="bottom end" trigger={<IconButton icon={more} size={28} label={actions} />}>
          {items}
        </Menu>
      )}
      {children}
    </li>
  );
}
