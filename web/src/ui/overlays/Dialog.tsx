import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import { type ReactNode, useEffect, useRef } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { ModalOverlay } from "react-aria-components/Modal";
import { Modal } from "./Modal.tsx";
import { useT } from "../../lib/i18n.tsx";
import styles from "./Dialog.module.css";
import { IconButton } from "../actions/IconButton.tsx";
import { showProblems } from "./problems-in-view.ts";

export interface DialogProps {
  /** The action itself, e.g. "Delete 3 leads"; the primary button repeats it. */
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  size?: 400 | 560 | 760;
  /** With unsaved edits, a click outside does nothing; Escape still closes. */
  isDirty?: boolean;
  /** Between header and body, e.g. tabs. */
  bar?: ReactNode;
  /** At the start of the footer, e.g. a switch. */
  footerStart?: ReactNode;
  /** Buttons, size 32, the primary one last. */
  footer?: ReactNode;
  role?: "dialog" | "alertdialog";
  children: ReactNode;
}

/** Traps focus and returns it on closing. On a phone it is a full-height sheet. */
export function Dialog({
  title,
  isOpen,
  onClose,
  size = 400,
  isDirty,
  bar,
  footerStart,
  footer,
  role = "dialog",
  children,
}: DialogProps) {
  const t = useT();
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      data-modal
      isOpen={isOpen}
      isDismissable
      shouldCloseOnInteractOutside={() => !isDirty}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.modal ?? ""} data-size={size}>
        <AriaDialog className={styles.dialog ?? ""} role={role}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title ?? ""}>
              {title}
            </Heading>
            <IconButton icon={dismiss} label={t("common.close")} onPress={onClose} />
          </header>
          {bar}
          <Body>{children}</Body>
          {(footer || footerStart) && (
            <footer className={styles.footer}>
              {footerStart && <div className={styles.footerStart}>{footerStart}</div>}
              {footer}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface DrawerProps extends Omit<DialogProps, "size" | "role"> {
  width?: 344 | 480;
}

/** Slides in from the inline end. */
export function Drawer({ title, isOpen, onClose, width = 480, isDirty, bar, footerStart, footer, children }: DrawerProps) {
  const t = useT();
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      data-modal
      data-drawer
      isOpen={isOpen}
      isDismissable
      shouldCloseOnInteractOutside={() => !isDirty}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.drawer ?? ""} data-size={width}>
        <AriaDialog className={styles.dialog ?? ""}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title ?? ""}>
              {title}
            </Heading>
            <IconButton icon={dismiss} label={t("common.close")} onPress={onClose} />
          </header>
          {bar}
          <Body>{children}</Body>
          {(footer || footerStart) && (
            <footer className={styles.footer}>
              {footerStart && <div className={styles.footerStart}>{footerStart}</div>}
              {footer}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The scrolling part, between title and buttons. */
function Body({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => (body.current ? showProblems(body.current) : undefined), []);
  return (
    <div ref={body} className={styles.body}>
      {children}
    </div>
  );
}
