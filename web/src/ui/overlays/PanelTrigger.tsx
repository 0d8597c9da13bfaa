import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import { type ReactElement, type ReactNode, type RefObject, useContext, useEffect, useEffectEvent, useRef } from "react";
import { Dialog as AriaDialog, DialogTrigger, OverlayTriggerStateContext } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { ModalOverlay } from "react-aria-components/Modal";
import { PopoverContext } from "react-aria-components/Popover";
import { useSlottedContext } from "react-aria-components/slots";
import { Modal } from "./Modal.tsx";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../actions/Button.tsx";
import styles from "./Dialog.module.css";
import { IconButton } from "../actions/IconButton.tsx";
import { Popover, type PopoverProps } from "./Popover.tsx";

interface PanelTriggerProps {
  /** The button that opens it; it is open from the start, because it is loaded when it is asked for. */
  trigger: ReactElement;
  title: string;
  /** On a phone: a sheet from the bottom of the screen, with a button that closes it. */
  isSheet: boolean;
  /** Label of the sheet's button, e.g. how much it shows. */
  doneLabel: string;
  placement: PopoverProps["placement"];
  className: string | undefined;
  children: ReactNode;
}

/** Settings that apply at once, beside the button that opens them; on a phone in a bottom sheet. */
export function PanelTrigger({ trigger, title, isSheet, doneLabel, placement, className, children }: PanelTriggerProps) {
  return (
    <DialogTrigger defaultOpen>
      {trigger}
      <GivesBack />
      {isSheet ? (
        <ModalOverlay className={styles.overlay ?? ""} data-modal data-sheet isDismissable>
          <Modal className={styles.modal ?? ""} data-sheet>
            <AriaDialog className={styles.dialog ?? ""}>
              {({ close }) => (
                <SheetFrame title={title} doneLabel={doneLabel} onClose={close}>
                  {children}
                </SheetFrame>
              )}
            </AriaDialog>
          </Modal>
        </ModalOverlay>
      ) : (
        <Popover placement={placement ?? "bottom"}>
          <AriaDialog className={className ?? ""} aria-label={title}>
            {children}
          </AriaDialog>
        </Popover>
      )}
    </DialogTrigger>
  );
}

/** Returns the focus to the button when the panel closes, also if a setting has re-rendered the page, unless a press has moved the focus elsewhere. */
function GivesBack() {
  const isOpen = useContext(OverlayTriggerStateContext)?.isOpen ?? false;
  const trigger = useSlottedContext(PopoverContext)?.triggerRef;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const { activeElement } = document;
    const isNowhere = !activeElement || activeElement === document.body || activeElement.closest("[role=dialog]") !== null;
    if (wasOpen.current && !isOpen && isNowhere && trigger?.current instanceof HTMLElement) trigger.current.focus();
    wasOpen.current = isOpen;
  }, [isOpen, trigger]);
  return null;
}

interface BottomSheetProps {
  title: string;
  doneLabel: string;
  footerStart?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A sheet from the bottom of the screen, for settings that apply immediately: their effect stays visible above it. */
export function BottomSheet(props: BottomSheetProps) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ""}
      data-modal
      data-sheet
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
    >
      <Modal className={styles.modal ?? ""} data-sheet>
        <AriaDialog className={styles.dialog ?? ""}>
          <SheetFrame {...props} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Lets a press on the button close the sheet even while a list of values is open above it, which would otherwise use up the press to close itself. */
function usePressThrough(footer: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    let isMet = false;
    const begin = ({ target, clientX: x, clientY: y }: PointerEvent) => {
      const button = footer.current?.querySelector(":scope > button");
      const { left = 0, right = 0, top = 0, bottom = 0 } = button?.getBoundingClientRect() ?? {};
      const isOnButton = target instanceof Node && footer.current?.contains(target);
      const isInList = target instanceof Element && target.closest("[role=dialog], [role=listbox], [role=menu]") !== null;
      isMet = !isOnButton && !isInList && x >= left && x <= right && y >= top && y <= bottom;
    };
    const end = (event: MouseEvent) => {
      if (!isMet) return;
      isMet = false;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    window.addEventListener("pointerdown", begin, true);
    window.addEventListener("click", end, true);
    return () => {
      window.removeEventListener("pointerdown", begin, true);
      window.removeEventListener("click", end, true);
    };
  }, [footer]);
}

function SheetFrame({ title, doneLabel, footerStart, onClose, children }: BottomSheetProps) {
  const t = useT();
  const footer = useRef<HTMLElement>(null);
  usePressThrough(footer, onClose);
  return (
    <>
      <header className={styles.header}>
        <Heading slot="title" className={styles.title ?? ""}>
          {title}
        </Heading>
        <IconButton icon={dismiss} label={t("common.close")} onPress={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      <footer ref={footer} className={styles.footer}>
        {footerStart && <div className={styles.footerStart}>{footerStart}</div>}
        <Button size={32} variant="primary" onPress={onClose}>
          <span aria-live="polite">{doneLabel}</span>
        </Button>
      </footer>
    </>
  );
}
