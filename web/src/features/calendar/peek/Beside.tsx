import { type ReactNode, type RefObject, useMemo } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { useFitting } from "../../../ui/overlays/useFitting.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import type { Entry } from "../entries.ts";
import styles from "./MeetingPeek.module.css";

interface BesideProps {
  entry: Entry;
  /** What it is, where it stands beside a list of days. */
  label: string;
  /** Beside a list of days; elsewhere it opens at the entry itself. */
  isDocked: boolean;
  /** A dialog is open: what opens at the entry itself would lie above it. */
  isCovered: boolean;
  /** Where it was opened, outside a calendar. */
  anchor?: RefObject<Element | null> | undefined;
  onClose: () => void;
  children: (isTitled: boolean) => ReactNode;
}

/** What is open of a calendar: at its place, beside the agenda, on a phone over all. */
export function Beside({ entry, label, isDocked, isCovered, anchor, onClose, children }: BesideProps) {
  const isPhone = useIsPhone();
  const { watch, arrowBoundaryOffset } = useFitting();
  // Found when it is asked for: it may be drawn anew while it is open.
  const onCalendar = useMemo(
    () => ({
      get current() {
        return (
          document.querySelector(`[data-calendar-view] [data-entry="${entry.key}"]`) ??
          document.querySelector(`[data-calendar-view] [data-crowd~="${entry.key}"]`) ??
          document.querySelector("[data-calendar-view]")
        );
      },
    }),
    [entry.key],
  );
  if (isPhone)
    return (
      <Dialog isOpen title={entry.title} onClose={onClose}>
        {children(false)}
      </Dialog>
    );
  if (isDocked)
    return (
      <aside className={styles.docked} aria-label={label}>
        {children(true)}
      </aside>
    );
  return (
    <Popover
      isOpen={!isCovered}
      triggerRef={anchor ?? onCalendar}
      arrowBoundaryOffset={arrowBoundaryOffset}
      placement="end top"
      offset={8}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaDialog ref={watch} className={styles.popover ?? ""} aria-label={entry.title} data-peek>
        {children(true)}
      </AriaDialog>
    </Popover>
  );
}
