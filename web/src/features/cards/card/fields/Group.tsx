import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Disclosure, DisclosurePanel } from "react-aria-components/Disclosure";
import { Heading } from "react-aria-components/Heading";
import { Icon } from "../../../../ui/display/Icon.tsx";
import styles from "./FieldColumn.module.css";

interface GroupProps {
  title: string;
  count?: number;
  /** Content at the end of the heading, beside the button that opens the group. */
  action?: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A part of the card's column that can be closed. */
export function Group({ title, count, action, isOpen, onOpenChange, children }: GroupProps) {
  return (
    <Disclosure isExpanded={isOpen} onExpandedChange={onOpenChange} className={styles.group ?? ""}>
      <div className={styles.heading}>
        <Heading level={2} className={styles.name ?? ""}>
          <Button slot="trigger" className={styles.trigger ?? ""}>
            <Icon of={chevronDown} size={14} />
            <bdi>{title}</bdi>
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </Button>
        </Heading>
        {action}
      </div>
      <DisclosurePanel>{children}</DisclosurePanel>
    </Disclosure>
  );
}
