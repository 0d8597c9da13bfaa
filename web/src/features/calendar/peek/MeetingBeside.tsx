import { useMemo } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { useT } from "../../../lib/i18n.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { useIsPhone } from "../../cards/list/useIsPhone.ts";
import type { MeetingEntry } from "../entries.ts";
import { MeetingFacts } from "./MeetingFacts.tsx";
import styles from "./MeetingPeek.module.css";

export interface MeetingBesideProps {
  entry: MeetingEntry;
  /** Beside a list of days; elsewhere it opens at the meeting itself. */
  isDocked: boolean;
  card: { readonly name: string; readonly href: string | undefined } | undefined;
  onEdit: () => void;
  onDelete: (() => void) | undefined;
  onClose: () => void;
}

/** A meeting that is open: at its place, beside the agenda, on a phone over all. */
export function MeetingBeside(props: MeetingBesideProps) {
  const { entry, isDocked, onClose } = props;
  const t = useT();
  const isPhone = useIsPhone();
  // Found when it is asked for: it may be drawn anew while it is open.
  const anchor = useMemo(
    () => ({
      get current() {
        return (
          document.querySelector(`[data-calendar-view] [data-entry="${entry.key}"]`) ??
          document.querySelector("[data-calendar-view]")
        );
      },
    }),
    [entry.key],
  );
  if (isPhone)
    return (
      <Dialog isOpen title={entry.title} onClose={onClose}>
        <MeetingFacts {...props} isTitled={false} />
      </Dialog>
    );
  if (isDocked)
    return (
      <aside className={styles.docked} aria-label={t("calendar.meeting")}>
        <MeetingFacts {...props} isTitled />
      </aside>
    );
  return (
    <Popover isOpen triggerRef={anchor} placement="end top" offset={8} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AriaDialog className={styles.popover ?? ""} aria-label={entry.title}>
        <MeetingFacts {...props} isTitled />
      </AriaDialog>
    </Popover>
  );
}
