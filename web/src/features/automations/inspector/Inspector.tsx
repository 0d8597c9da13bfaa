import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import type { ReactNode } from "react";
import type { IconShape } from "../../../ui/display/Icon.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { useT } from "../../../lib/i18n.tsx";
import { media } from "../../../lib/device/media.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Drawer } from "../../../ui/overlays/Dialog.tsx";
import styles from "./inspector.module.css";

const narrow = media("(max-width: 1099px)");

interface InspectorProps {
  icon: IconShape;
  title: string;
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The panel with the selected node's form, beside the canvas or over it on narrow screens. Escape returns to the node. */
export function Inspector({ icon, title, footer, onClose, children }: InspectorProps) {
  const t = useT();
  const isNarrow = narrow.useIs();
  if (isNarrow)
    return (
      <Drawer isOpen title={title} width={344} onClose={onClose} footer={footer}>
        <div className={styles.form}>{children}</div>
      </Drawer>
    );
  return (
    // Escape applies to the form as a whole.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className={styles.inspector}
      aria-label={title}
      onKeyDownCapture={(event) => {
        // A text editor handles Escape itself while its suggestions are open.
        if (event.key !== "Escape" || !(event.target instanceof Element) || !event.target.matches("[contenteditable]")) return;
        if (!event.currentTarget.contains(event.target) || event.target.hasAttribute("aria-activedescendant")) return;
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        // Ignores Escape in menus and popovers, whose React events bubble here although they are rendered elsewhere.
        if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={styles.head}>
        <Icon of={icon} size={16} />
        <h2>{title}</h2>
        <IconButton icon={dismiss} label={t("common.close")} onPress={onClose} />
      </header>
      <div className={styles.form}>{children}</div>
      {footer && <footer className={styles.foot}>{footer}</footer>}
    </aside>
  );
}
